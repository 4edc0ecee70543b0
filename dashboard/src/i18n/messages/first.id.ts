import { auth } from './auth.id';
import { common } from './common.id';
import type { ErrorTexts } from './error-texts';
import { home } from './home.id';

/** The API writes its errors in the language of the page; these two name fields as integrators know them. */
const errors: ErrorTexts = {
  company_name_too_long: 'Nama brand maksimal 20 karakter.',
  current_password_required: 'Masukkan password Anda lagi untuk melakukan ini.',
};

/** What the login and the home page say; the words of all other pages come with the first of those. */
export const first = { common, auth, home, errors } as const;
