import { type RawSearch, text } from '../../api/search';

interface LoginSearch {
  /** Where to go after the login, or the registration. */
  next?: string | undefined;
}

/** Only an address of ours: `//host` and `/\host` would lead elsewhere. */
const OWN_ADDRESS = /^\/(?![/\\])/;

export const readLoginSearch = ({ next }: RawSearch): LoginSearch => ({
  next: text(next, (address) => OWN_ADDRESS.test(address)),
});
