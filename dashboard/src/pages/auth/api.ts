import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';

type Bodies = components['schemas'];

const WHOLE_TOKEN = /^[\w-]{43}$/;

/** What is asked at the door. The first four answer with the token of a login. */
export const auth = {
  logIn: (body: Bodies['LoginDto']) => unwrap(client.POST('/api/auth/login', { body })),
  secondStep: (body: Bodies['SecondFactorLoginDto']) =>
    unwrap(client.POST('/api/auth/login/second-factor', { body })),
  google: (body: Bodies['GoogleDto']) => unwrap(client.POST('/api/auth/google', { body })),
  register: (body: Bodies['RegisterDto']) => unwrap(client.POST('/api/auth/register', { body })),
  forgot: (body: Bodies['ForgotPasswordDto']) => unwrap(client.POST('/api/auth/forgot-password', { body })),
  reset: (body: Bodies['ResetPasswordDto']) => unwrap(client.POST('/api/auth/reset-password', { body })),
  verifyEmail: (body: Bodies['VerifyEmailDto']) => unwrap(client.POST('/api/auth/verify-email', { body })),
};

/** What a reset with this token will end. */
export const resetPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: [...keys.reset, token],
    queryFn: () => unwrap(client.POST('/api/auth/reset-password/preview', { body: { token } })),
    enabled: WHOLE_TOKEN.test(token),
    retry: false,
  });
