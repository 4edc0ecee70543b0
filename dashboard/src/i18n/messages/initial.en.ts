import { common } from './common.en';
import type { ErrorTexts } from './error-texts';
import { home } from './home.en';
import type { InitialMessages } from './shape';

const errors: ErrorTexts = {
  company_name_too_long: 'The brand may have at most 20 characters.',
  current_password_required: 'Enter your password again to do this.',
};

export const initial = { common, home, errors } satisfies InitialMessages;
