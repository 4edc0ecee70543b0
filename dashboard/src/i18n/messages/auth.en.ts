import type { TranslationOf } from './shape';

export const auth = {
  tagline: 'WhatsApp OTPs that arrive, with every rupiah accounted for.',
  username: 'Username',
  usernameHint: '3–32 characters: letters, digits, dots, underscores or hyphens.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least {min, number} characters.',
  name: 'Name',
  login: {
    title: 'Log in',
    username: 'Username or email',
    submit: 'Log in',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    register: 'Register',
    google: 'Log in with Google',
    or: 'or',
  },
  secondStep: {
    title: 'Two-step verification',
    text: 'Enter the code of your authenticator app, or a recovery code.',
    code: 'Verification code',
    submit: 'Continue',
    restart: 'Back to the login',
  },
  register: {
    title: 'Create an account',
    submit: 'Register',
    hasAccount: 'Have an account already?',
    login: 'Log in',
  },
  google: {
    title: 'Log in with Google',
    waiting: 'One moment, we are asking Google…',
    failed: 'The login with Google did not work. Please try again.',
    toLogin: 'Back to the login',
  },
  forgot: {
    title: 'Forgot password',
    explanation: 'We send a link for a new password to the email address of your account.',
    submit: 'Send the link',
    sent: 'If there is an account with this address, a link to reset its password is on its way.',
    back: 'Back to the login',
  },
  reset: {
    title: 'New password',
    token: 'Token from the email',
    submit: 'Save the new password',
    done: 'Your password has been changed. Please log in with the new one.',
    endsEverything:
      'The email address of this account was never verified, so somebody else may have made it. Saving the new password also ends all sessions, API keys and webhooks that it has, and its two-step verification.',
  },
  verify: {
    title: 'Verify your email',
    text: 'You are logged in as {username}. Verify {email} for this account?',
    submit: 'Verify',
    missing: 'This link is not complete. Follow the link of the email again.',
    done: 'Your email address is verified.',
    toHome: 'To the overview',
  },
} satisfies TranslationOf<'auth'>;
