import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';

type Bodies = Schemas;

const WHOLE_TOKEN = /^[\w-]{43}$/;

/** Requests of the login pages. The first four return a login token. */
export const auth = {
  logIn: (body: Bodies['LoginDto']) => api.post('/api/auth/login', { body }),
  secondStep: (body: Bodies['SecondFactorLoginDto']) => api.post('/api/auth/login/second-factor', { body }),
  google: (body: Bodies['GoogleDto']) => api.post('/api/auth/google', { body }),
  register: (body: Bodies['RegisterDto']) => api.post('/api/auth/register', { body }),
  join: (body: Bodies['AcceptMemberInvitationDto']) => api.post('/api/auth/invitations/accept', { body }),
  forgot: (body: Bodies['ForgotPasswordDto']) => api.post('/api/auth/forgot-password', { body }),
  reset: (body: Bodies['ResetPasswordDto']) => api.post('/api/auth/reset-password', { body }),
  verifyEmail: (body: Bodies['VerifyEmailDto']) => api.post('/api/auth/verify-email', { body }),
};

/** The email address of an invitation. */
export const invitedQuery = (invitation: string) =>
  queryOptions({
    queryKey: [...keys.invited, invitation],
    queryFn: () => api.post('/api/auth/register/preview', { body: { invitation } }),
    // An invalid invitation stays invalid.
    retry: false,
    retryOnMount: false,
    staleTime: Infinity,
  });

/** The account and role of an invitation to an account. */
export const joinedQuery = (token: string) =>
  queryOptions({
    queryKey: [...keys.invited, 'member', token],
    queryFn: () => api.post('/api/auth/invitations/preview', { body: { token } }),
    // An invalid invitation stays invalid.
    retry: false,
    retryOnMount: false,
    staleTime: Infinity,
  });

/** The things that a password reset with this token will delete. */
export const resetPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: [...keys.reset, token],
    queryFn: () => api.post('/api/auth/reset-password/preview', { body: { token } }),
    enabled: WHOLE_TOKEN.test(token),
    retry: false,
  });
