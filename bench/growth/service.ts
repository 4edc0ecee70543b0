import { randomToken } from '../../src/platform/ids/random.js';
import type { Service } from '../../test/support/services/launch.js';
import { logIn, type Setting, startSandi } from '../harness/sandi.js';

/** The same at every start, so that tokens stay valid after a restart. */
const OWN = { JWT_SECRET: randomToken(), ADMIN_PASSWORD: randomToken(), SIGNUP_CREDIT: '0' };

/** Starts the built service as an operator does, on a database that is or will be filled. */
export const startService = (setting: Setting, databaseUrl: string): Promise<Service> =>
  startSandi(setting, () => databaseUrl, OWN);

/** Logs the first administrator in and returns the token. */
export const loginAdmin = (url: string): Promise<string> => logIn(url, 'admin', OWN.ADMIN_PASSWORD);
