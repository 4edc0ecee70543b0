import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/api-error';

/**
 * A page whose code is loaded when it is first needed. Without a network that fails as a request would; the router's
 * own answer to it is to load the document anew, which leaves nothing to read.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        throw navigator.onLine ? cause : ApiError.unreachable(cause);
      }),
    name,
  );
