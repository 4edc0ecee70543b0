import { account } from './account.id';
import { admin } from './admin.id';
import { analytics } from './analytics.id';
import { credit } from './credit.id';
import { history } from './history.id';
import { keys } from './keys.id';
import { lists } from './lists.id';
import { requests } from './requests.id';
import { security } from './security.id';
import { send } from './send.id';
import { webhooks } from './webhooks.id';

/** The words of every page but those that one meets first, which are in first.id.ts. */
export const messages = {
  send,
  history,
  lists,
  analytics,
  keys,
  requests,
  webhooks,
  credit,
  security,
  account,
  admin,
} as const;
