import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/api-error';
import { authImport, lazyImport } from '../components/lazy-import';

/**
 * Like the router's `lazyRouteComponent`. Offline, it reports that the service is unreachable if the code of a page
 * cannot be loaded. (By default the router would reload the document, which would then be empty.)
 */
const page: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        throw navigator.onLine ? cause : ApiError.unreachable(cause);
      }),
    name,
  );

/** A page whose code, messages and styles are loaded when it is first opened. */
export const lazyPage: typeof lazyRouteComponent = (importer, name) => page(() => lazyImport(importer), name);

/** A login page, which has its own styles and messages. */
export const authPage: typeof lazyRouteComponent = (importer, name) => page(() => authImport(importer), name);
