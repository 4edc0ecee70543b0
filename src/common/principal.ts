import { createParamDecorator, SetMetadata, applyDecorators, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';

/** Who a request comes from, once a guard has let it in. */
export interface ApiKeyPrincipal {
  kind: 'api_key';
  userId: number;
  apiKeyId: number;
  mode: 'live' | 'test';
  /** Sends a local day; null: as many as the account affords. */
  dailyCap: number | null;
  /** The only brands that the account may send for; null: any that is honest by its looks. */
  approvedBrands: readonly string[] | null;
}

export interface UserPrincipal {
  kind: 'user';
  userId: number;
  roleId: number;
  /** When its token was handed out, which takes a password or Google. */
  signedInAt: Date;
  /** The account's, when its token was taken. */
  tokenVersion: number;
}

export type Principal = ApiKeyPrincipal | UserPrincipal;

export const ROLE = { admin: 1, user: 2 } as const;

export type Access = 'public' | 'api_key' | 'hook' | 'api_key_or_hook' | 'user' | 'admin';

export const ACCESS = 'access';

/** Opens a route to everyone. Without one of these, a route takes a user token. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

export const RequiresApiKey = () =>
  applyDecorators(SetMetadata(ACCESS, 'api_key' satisfies Access), ApiBearerAuth('api_key'));

/** For callers that sign what they send with an API key's hook secret. */
export const RequiresHookSignature = () =>
  applyDecorators(SetMetadata(ACCESS, 'hook' satisfies Access), ApiSecurity('hook_signature'));

/** For callers of which some carry the API key, and others can only sign. */
export const RequiresApiKeyOrHookSignature = () =>
  applyDecorators(
    SetMetadata(ACCESS, 'api_key_or_hook' satisfies Access),
    ApiBearerAuth('api_key'),
    ApiSecurity('hook_signature'),
  );

export const RequiresUser = () =>
  applyDecorators(SetMetadata(ACCESS, 'user' satisfies Access), ApiBearerAuth('user_token'));

export const RequiresAdmin = () =>
  applyDecorators(SetMetadata(ACCESS, 'admin' satisfies Access), ApiSecurity('user_token', ['admin']));

/** The principal that the guard put on the request. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Principal }>().user,
);
