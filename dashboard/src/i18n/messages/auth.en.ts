import type { TranslationOf } from './shape';

export const auth = {
  hero: {
    label: 'About Sandi',
    claim: 'Codes that arrive.',
    record: 'Every rupiah on record.',
    message: '<b>482913</b> is your Toko Budi OTP. Do not share this code with anyone.',
    at: '09:41',
    taken: 'Accepted by the gateway',
    arrived: "On the recipient's phone",
    cost: 'Charged to the balance',
    note: 'OTPs over WhatsApp, from your own numbers. Failed messages are refunded in full.',
  },
  username: 'Username',
  usernameHint: '3–32 characters: letters, digits, dots, underscores or hyphens.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least {min, number} characters.',
  name: 'Name',
  login: {
    title: 'Log in',
    username: 'Username or email',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    register: 'Register',
    google: 'Log in with Google',
    or: 'or',
  },
  secondStep: {
    title: 'Two-step verification',
    text: 'Enter the code from your authenticator app, or a recovery code.',
    code: 'Verification code',
    submit: 'Continue',
    restart: 'Back to login',
  },
  register: {
    title: 'Create an account',
    hasAccount: 'Already have an account?',
    closed: 'This service does not accept new accounts.',
    inviteOnly:
      'Accounts are created by invitation only. Open the link in your invitation email, or ask the administrator of this service.',
    invitedEmail: 'You were invited at this address.',
  },
  google: {
    title: 'Log in with Google',
    waiting: 'Contacting Google…',
    failed: 'The login with Google did not work. Please try again.',
    toLogin: 'Back to login',
  },
  forgot: {
    title: 'Forgot password',
    explanation: 'We send a link for a new password to the email address of your account.',
    submit: 'Send the link',
    sent: 'If there is an account with this address, a link to reset its password is on its way.',
    back: 'Back to login',
  },
  reset: {
    title: 'New password',
    token: 'Token from the email',
    submit: 'Save the new password',
    done: 'Your password has been changed. Please log in with the new one.',
    endsEverything:
      'The email address of this account was never verified, so somebody else may have created it. Saving the new password also ends all sessions, API keys and webhooks that it has, and its two-step verification.',
  },
  verify: {
    title: 'Verify your email',
    text: 'You are logged in as {username}. Verify {email} for this account?',
    submit: 'Verify',
    missing: 'This link is incomplete. Open the link from the email again.',
    done: '{email} of the account {username} is verified. If the link is for another account, log out and open it again.',
    toHome: 'Go to the home page',
  },
} satisfies TranslationOf<'auth'>;
