import { common } from './common.id';
import type { ErrorTexts } from './error-texts';
import { home } from './home.id';

/** Errors whose API message is written for integrators. All other errors show the message of the API. */
const errors: ErrorTexts = {
  company_name_too_long: 'Nama brand maksimal 20 karakter.',
  current_password_required: 'Masukkan password Anda lagi untuk melakukan ini.',
};

/** Messages of the home page and the layout. Login pages load their own messages; all other pages load the rest. */
export const initial = { common, home, errors } as const;
