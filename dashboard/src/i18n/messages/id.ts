import { admin } from './admin.id';
import { auth } from './auth.id';
import { common } from './common.id';
import { credit } from './credit.id';
import type { ErrorTexts } from './error-texts';
import { history } from './history.id';
import { home } from './home.id';
import { keys } from './keys.id';
import { security } from './security.id';
import { send } from './send.id';
import { webhooks } from './webhooks.id';

/** The API tells its errors in Indonesian itself, figures and all. */
const errors: ErrorTexts = {};

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
} as const;
