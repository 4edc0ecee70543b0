import { type RawSearch, text, whole } from '../../api/search';

export interface RequestsSearch {
  code?: string | undefined;
  /** An API key's number. */
  key?: number | undefined;
  /** Where the page of the list begins; none is the newest. */
  cursor?: number | undefined;
}

const CODE = /^[a-z_]{1,50}$/;

export const readRequestsSearch = ({ code, key, cursor }: RawSearch): RequestsSearch => ({
  code: text(code, (written) => CODE.test(written)),
  key: whole(key),
  cursor: whole(cursor),
});
