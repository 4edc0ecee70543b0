import { auth } from './auth.id';
import { common } from './common.id';
import type { ErrorTexts } from './error-texts';
import { home } from './home.id';

/** The API tells its errors in Indonesian itself, figures and all. */
const errors: ErrorTexts = {};

/** What the login and the home page say; the words of all other pages come with the first of those. */
export const first = { common, auth, home, errors } as const;
