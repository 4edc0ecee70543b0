import { auth } from './auth.en';
import { common } from './common.en';
import { errors } from './errors.en';
import { home } from './home.en';
import type { FirstMessages } from './shape';

export const first = { common, auth, home, errors } satisfies FirstMessages;
