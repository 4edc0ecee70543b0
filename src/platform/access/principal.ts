import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity } from '@nestjs/swagger';
import { AppError } from '../errors/index.js';
import type { Mode } from './modes.rules.js';

/** What can be done with an API key. */
export const OPERATIONS = ['send', 'check', 'read'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Who a request comes from, once a guard has let it in. */
/** What is known of an account: `paying`: it was topped up; `verified`: its email address is proved; `unproven`: neither. */
export type Standing = 'paying' | 'verified' | 'unproven';

export interface ApiKeyPrincipal {
  kind: 'api_key';
  userId: number;
  apiKeyId: number;
  /** The key that this one came of by rotations, itself where there were none: what is used of its limits counts there. */
  rootKeyId: number;
  mode: Mode;
  /** Sends a local day; null: as many as the account affords. */
  dailyCap: number | null;
  /** Sends, and as many checks; null: as many as the account may. */
  ratePerMinute: number | null;
  operations: readonly Operation[];
  /** Whether anybody is to be told what becomes of its messages. */
  hasWebhooks: boolean;
  standing: Standing;
  /** Live sends of the account that failed lately since their numbers have no WhatsApp. */
  notOnWhatsapp: number;
  /** The only brands that the account may send for; null: any that is honest by its looks. */
  approvedBrands: readonly string[] | null;
}

/** Why a key that is known is refused. Its caller does not learn which; its owner does. */
export const KEY_REFUSALS = ['inactive', 'expired', 'deleted', 'address_not_allowed'] as const;
export const KEY_REFUSAL_ABOUT =
  'Why the key was refused (the caller reads `api_key_invalid` in each case): `inactive` it is switched off, `expired`, `deleted`, `address_not_allowed` the address is not in `allowed_ips`';
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

/** A key that a request showed and may not use. */
export interface RefusedKey extends Pick<ApiKeyPrincipal, 'userId' | 'apiKeyId'> {
  refusal: KeyRefusal;
}

export interface UserPrincipal {
  kind: 'user';
  userId: number;
  roleId: number;
  /** When its token was handed out, which takes a password or Google. */
  signedInAt: Date;
  /** The account's, when its token was taken. */
  tokenVersion: number;
  /** Of the login that its token came of. */
  sessionId: number;
  /** The operator wants a second factor of it, and it has none yet. */
  owesSecondFactor: boolean;
}

/** The `sessionId` of an administrator who looks at an account as its owner: no login has it. */
export const NO_SESSION = 0;

export type Principal = ApiKeyPrincipal | UserPrincipal;

/** Whoever came with a user's token. Fails with `forbidden`. */
export function userOf(who: Principal): UserPrincipal {
  if (who.kind !== 'user') throw new AppError('forbidden');
  return who;
}

export const ROLE = { admin: 1, user: 2 } as const;

export type Access = 'public' | 'api_key' | 'hook' | 'api_key_or_hook' | 'user' | 'admin';

export const ACCESS = 'access';
/** What a route does with an API key. */
export const OPERATION = 'operation';

/** Whether it is for whoever has yet to enrol a second factor. */
export const DURING_ENROLMENT = 'during-enrolment';

/** Opens a route to everyone. Without one of these, a route takes a user token. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

export const RequiresApiKey = (operation: Operation) =>
  applyDecorators(
    SetMetadata(ACCESS, 'api_key' satisfies Access),
    SetMetadata(OPERATION, operation),
    ApiBearerAuth('api_key'),
  );

/** For callers that sign what they send with an API key's hook secret. */
export const RequiresHookSignature = (operation: Operation) =>
  applyDecorators(
    SetMetadata(ACCESS, 'hook' satisfies Access),
    SetMetadata(OPERATION, operation),
    ApiSecurity('hook_signature'),
  );

/** For callers of which some carry the API key, and others can only sign. */
export const RequiresApiKeyOrHookSignature = (operation: Operation) =>
  applyDecorators(
    SetMetadata(ACCESS, 'api_key_or_hook' satisfies Access),
    SetMetadata(OPERATION, operation),
    ApiBearerAuth('api_key'),
    ApiSecurity('hook_signature'),
  );

export const RequiresUser = () =>
  applyDecorators(SetMetadata(ACCESS, 'user' satisfies Access), ApiBearerAuth('user_token'));

/** Also for whoever must have a second factor and has none yet: everything else waits for that. */
export const DuringEnrolment = () => SetMetadata(DURING_ENROLMENT, true);

/** Whether an administrator may look at it as the account's owner sees it. */
export const VIEWABLE = 'viewable';

/** A GET that shows an account its own things, none of them a secret, and does nothing. */
export const Viewable = () => SetMetadata(VIEWABLE, true);

export const RequiresAdmin = () =>
  applyDecorators(SetMetadata(ACCESS, 'admin' satisfies Access), ApiSecurity('user_token', ['admin']));

/** Fails with `operation_not_allowed`. */
export function requireOperation({ operations, apiKeyId }: ApiKeyPrincipal, operation: Operation): void {
  if (operations.includes(operation)) return;
  throw new AppError('operation_not_allowed', { logDetail: `${operation} with API key ${apiKeyId}` });
}

/** The principal that the guard put on the request. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Principal }>().user,
);
