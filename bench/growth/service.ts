import { randomToken } from '../../src/platform/ids/random.js';
import type { Service } from '../../test/support/services/launch.js';
import { logIn, type Setting, startSandi } from '../harness/sandi.js';

/** The same at every start, so that a token lives through one. */
const OWN = { JWT_SECRET: randomToken(), ADMIN_PASSWORD: randomToken(), SIGNUP_CREDIT: '0' };

/** The built service as an operator starts it, on a database that is filled or about to be. */
export const startService = (setting: Setting, databaseUrl: string): Promise<Service> =>
  startSandi(setting, () => databaseUrl, OWN);

/** A token of the first administrator's. */
export const loginAdmin = (url: string): Promise<string> => logIn(url, 'admin', OWN.ADMIN_PASSWORD);
