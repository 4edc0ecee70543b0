import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '../api/api-error';
import { withRest } from '../components/with-rest';

/**
 * A page that may be the first: it brings its own styles, and its words are among the first. Without a network its code
 * fails to load as a request would; the router's own answer to it is to load the document anew, which leaves nothing to read.
 */
export const firstPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(
    () =>
      importer().catch((cause: unknown) => {
        throw navigator.onLine ? cause : ApiError.unreachable(cause);
      }),
    name,
  );

/** A page whose code is loaded when it is first needed, with the words and styles that the first ones went without. */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  firstPage(() => withRest(importer), name);
