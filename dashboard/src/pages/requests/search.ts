import { type RawSearch, text, whole } from '../../api/search';

export interface RequestsSearch {
  code?: string | undefined;
  /** ID of an API key. */
  key?: number | undefined;
  /** Cursor of the page; undefined is the newest. */
  cursor?: number | undefined;
}

const CODE = /^[a-z_]{1,50}$/;

export const readRequestsSearch = ({ code, key, cursor }: RawSearch): RequestsSearch => ({
  code: text(code, (written) => CODE.test(written)),
  key: whole(key),
  cursor: whole(cursor),
});
