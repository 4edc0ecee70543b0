import { account } from './account.en';
import { admin } from './admin.en';
import { analytics } from './analytics.en';
import { credit } from './credit.en';
import { history } from './history.en';
import { keys } from './keys.en';
import { lists } from './lists.en';
import { requests } from './requests.en';
import { security } from './security.en';
import { send } from './send.en';
import type { Messages } from './shape';
import { webhooks } from './webhooks.en';

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
} satisfies Messages;
