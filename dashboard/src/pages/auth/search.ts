import { type RawSearch, text } from '../../api/search';

interface LoginSearch {
  /** Address to open after login or registration. */
  next?: string | undefined;
}

/** Only paths of this site: `//host` and `/\host` would lead elsewhere. */
const OWN_ADDRESS = /^\/(?![/\\])/;

export const readLoginSearch = ({ next }: RawSearch): LoginSearch => ({
  next: text(next, (address) => OWN_ADDRESS.test(address)),
});
