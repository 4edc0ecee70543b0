import { admin } from './admin.en';
import { auth } from './auth.en';
import { common } from './common.en';
import { credit } from './credit.en';
import { errors } from './errors.en';
import { history } from './history.en';
import { home } from './home.en';
import { keys } from './keys.en';
import { security } from './security.en';
import { send } from './send.en';
import type { Messages } from './shape';
import { webhooks } from './webhooks.en';

export const messages = {
  common,
  auth,
  home,
  send,
  history,
  keys,
  webhooks,
  credit,
  security,
  admin,
  errors,
} satisfies Messages;
