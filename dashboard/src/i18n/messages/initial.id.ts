import { common } from './common.id';
import type { ErrorTexts } from './error-texts';
import { home } from './home.id';

/** Errors whose API message is written for integrators. All other errors show the message of the API. */
const errors: ErrorTexts = {
  company_name_too_long: 'Nama brand maksimal 20 karakter.',
  current_password_required: 'Masukkan password Anda lagi untuk melakukan ini.',
};

/** Messages of the home page and of every page's frame. The login pages load theirs, the first other page all others. */
export const initial = { common, home, errors } as const;
