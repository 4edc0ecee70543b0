import { oneOf, type RawSearch, text } from '../../api/search';
import { isBrand, type MessageSearch, readMessageSearch } from '../../components/message-search';

/*
 * The address of the history, to which other pages and bookmarks link: its names stay as they are.
 *
 *   status   pending, sent, delivered or failed
 *   mode     test; else live
 *   key      the id of an API key
 *   brand    to the letter
 *   reason   why it failed, as the API names it
 *   prefix   how the phone begins, as masks show it: 081
 *   from, to days, YYYY-MM-DD, inclusive, in the zone of the service
 *   sort     oldest; else newest first
 *   page     of a list that is counted (one without key, brand, reason and prefix)
 *   after    of one that is not: the message after which the page begins
 *   limit    50 or 100 lines a page; else 20
 *
 * The list of administrators, /admin/messages, has the same names (its mode is live, test or both), and two more: device (its id) and
 * user_id. A phone that was sent to is in none of them, ever: a brand of one's own may look like a number, one that administrators read may not.
 */

/** Missing parameters have their default. */
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
