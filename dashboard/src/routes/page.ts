import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/api-error';
import { lazyImport } from '../components/lazy-import';

/**
 * A page that can be opened first: it imports its own styles, and its messages are among the initial ones. Offline, its code
 * fails like a request; by default the router would reload the document, which would leave an empty page.
 */
export const initialPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        throw navigator.onLine ? cause : ApiError.unreachable(cause);
      }),
    name,
  );

/** A page whose code, messages and styles are loaded when it is first opened. */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  initialPage(() => lazyImport(importer), name);
