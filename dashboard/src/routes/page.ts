import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/api-error';
import { authImport, lazyImport } from '../components/lazy-import';

/** Offline, the code of a page fails like a request; by default the router would reload the document and leave it empty. */
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

/** A login page: it imports its own styles, and its messages are a part of their own. */
export const authPage: typeof lazyRouteComponent = (importer, name) => page(() => authImport(importer), name);
