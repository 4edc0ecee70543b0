import { oneOf, type RawSearch, text } from '../../api/search';
import { isBrand, type MessageSearch, readMessageSearch } from '../../components/message-search';

/*
 * Search parameters of the history. Do not rename them: other pages and bookmarks link to them.
 *
 *   status   pending, sent, delivered or failed
 *   mode     test; default: live
 *   key      the id of an API key
 *   brand    the exact brand
 *   reason   the failure reason, by its name in the API
 *   prefix   the first digits of the phone that masks show: 081
 *   from, to the first and the last day, YYYY-MM-DD, in the zone of the service
 *   sort     oldest; default: newest first
 *   page     the page, in a list with a total (without key, brand, reason and prefix)
 *   after    the id of the message before the page, in a list without a total
 *   limit    50 or 100 lines a page; default: 20
 *
 * The administrators' list, /admin/messages, has the same parameters (its mode is live, test or both) and also device
 * (its id) and user_id. No parameter may contain a recipient's phone. A brand that looks like a phone is allowed only
 * in an account's own history.
 */

/** The parameters above. Missing ones have their default. */
export interface HistorySearch extends MessageSearch {
  mode?: 'test' | undefined;
}

export const readHistorySearch = (raw: RawSearch): HistorySearch => ({
  ...readMessageSearch(raw),
  // Own brands may look like a phone number.
  brand: text(raw['brand'], isBrand),
  mode: oneOf(['test'], raw['mode']),
});

/** Whether any filter except the mode is set. */
export const isFiltered = ({ status, key, brand, reason, prefix, from, to }: HistorySearch) =>
  [status, key, brand, reason, prefix, from, to].some((filter) => filter !== undefined);
