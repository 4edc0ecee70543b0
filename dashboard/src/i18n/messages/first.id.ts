import { auth } from './auth.id';
import { common } from './common.id';
import type { ErrorTexts } from './error-texts';
import { home } from './home.id';

/** The API tells its errors in Indonesian itself, figures and all, but these two with the names of fields or in words of its own. */
const errors: ErrorTexts = {
  company_name_too_long: 'Nama brand maksimal 20 karakter.',
  current_password_required: 'Masukkan password Anda lagi untuk melakukan ini.',
};

/** What the login and the home page say; the words of all other pages come with the first of those. */
export const first = { common, auth, home, errors } as const;
