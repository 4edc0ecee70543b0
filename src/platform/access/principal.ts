import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/index.js';
import type { Mode } from './modes.rules.js';
import type { Roles } from './roles.rules.js';

export const OPERATIONS = ['send', 'check', 'read'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** `paying`: topped up; `verified`: email address verified; `unproven`: neither. */
export type Standing = 'paying' | 'verified' | 'unproven';

/** A limit on what may be spent on a local day. */
export interface SpendCap {
  userId: number;
  /** The first key in a chain of rotations, which share the cap; {@link ALL_KEYS}: the cap of the whole account. */
  rootKeyId: number;
  /** 0: nothing may be spent. */
  credits: number;
}

export const ALL_KEYS = 0;
export const SPEND_CAP_MAX = 1_000_000_000_000;

export interface ApiKeyPrincipal {
  kind: 'api_key';
  userId: number;
  apiKeyId: number;
  /** The first key in its chain of rotations. The usage of the whole chain counts for it. */
  rootKeyId: number;
  mode: Mode;
  /** Live sends per local day; null: no cap. */
  dailyCap: number | null;
  /** The caps of the account and of the key. A test key has none. */
  spendCaps: readonly SpendCap[];
  /** Sends per minute, and as many checks of codes; null: no limit of the key's own. */
  ratePerMinute: number | null;
  operations: readonly Operation[];
  /** Whether the account has active webhooks. */
  hasWebhooks: boolean;
  standing: Standing;
  /** Recent live sends of the account that failed because the number has no WhatsApp. */
  notOnWhatsapp: number;
  /** The only brands that the account may use; null: any that passes the rules. */
  approvedBrands: readonly string[] | null;
}

/** Why a known key is refused. Shown to its owner, not to the caller. */
export const KEY_REFUSALS = ['inactive', 'expired', 'deleted', 'address_not_allowed'] as const;
export const KEY_REFUSAL_ABOUT =
  'Why the key was rejected (the caller always gets `api_key_invalid`): `inactive`: switched off; `expired`; `deleted`; `address_not_allowed`: the address is not in `allowed_ips`';
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

export interface RefusedKey extends Pick<ApiKeyPrincipal, 'userId' | 'apiKeyId'> {
  refusal: KeyRefusal;
}

export interface UserPrincipal extends Roles {
  kind: 'user';
  /** The account. */
  userId: number;
  /** The login: a member of the account. */
  memberId: number;
  roleId: number;
  /** When the token was issued, after a password or Google login. */
  signedInAt: Date;
  /** Token version of the login when the token was issued. */
  tokenVersion: number;
  sessionId: number;
  /** A second factor is mandatory and not enrolled yet. */
  owesSecondFactor: boolean;
}

/** The `sessionId` of a read-only impersonation by an administrator. */
export const IMPERSONATION_SESSION = 0;

export type Principal = ApiKeyPrincipal | UserPrincipal;

/** Fails with `forbidden` for an API key. */
export function userOf(who: Principal): UserPrincipal {
  if (who.kind !== 'user') throw new AppError('forbidden');
  return who;
}

export const ROLE = { admin: 1, user: 2 } as const;

export type Access = 'public' | 'api_key' | 'hook' | 'api_key_or_hook' | 'user';

export const ACCESS = 'access';
export const OPERATION = 'operation';

export const DURING_ENROLMENT = 'during-enrolment';

/** Opens a route to everyone. Without one of these decorators a route requires a user token. */
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

const requires = (access: Access, operation: Operation | undefined, ...schemes: MethodDecorator[]) =>
  applyDecorators(SetMetadata(ACCESS, access), SetMetadata(OPERATION, operation), ...schemes);

/** `tag`: the OpenAPI tag, where the class has none. */
export const RequiresApiKey = (operation: Operation, tag?: string) =>
  requires('api_key', operation, ApiBearerAuth('api_key'), ...taggedAs(tag));

const taggedAs = (tag?: string) => (tag === undefined ? [] : [ApiTags(tag)]);

/** For callers that sign with the hook secret of an API key. */
export const RequiresHookSignature = (operation: Operation) =>
  requires('hook', operation, ApiSecurity('hook_signature'));

/** For callers that have an API key or can only sign. */
export const RequiresApiKeyOrHookSignature = (operation: Operation) =>
  requires('api_key_or_hook', operation, ApiBearerAuth('api_key'), ApiSecurity('hook_signature'));

/** `tag`: the OpenAPI tag, where the class has none. */
export const RequiresUser = (tag?: string) =>
  requires('user', undefined, ApiBearerAuth('user_token'), ...taggedAs(tag));

/** Also available before a mandatory second factor is enrolled. */
export const DuringEnrolment = () => SetMetadata(DURING_ENROLMENT, true);

export const ALLOWS_IMPERSONATION = 'viewable';

/** For GET routes that show no secrets and change nothing. */
export const AllowsImpersonation = () => SetMetadata(ALLOWS_IMPERSONATION, true);

/** Fails with `operation_not_allowed`. */
export function requireOperation({ operations, apiKeyId }: ApiKeyPrincipal, operation: Operation): void {
  if (operations.includes(operation)) return;
  throw new AppError('operation_not_allowed', { logDetail: `${operation} with API key ${apiKeyId}` });
}

export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Principal }>().user,
);

export const AdminController = (path: string) => applyDecorators(Controller(path), RequiresUser('Admin'));

/** Routes for users, under this tag. */
export const UserController = (tag: string, path: string) =>
  applyDecorators(Controller(path), RequiresUser(tag));

/** Origin of a request: bounded and printable. */
export interface Caller {
  requestId: string;
  address: string;
  userAgent: string | null;
}

const ADDRESS_MAX = 45;
const USER_AGENT_MAX = 200;

const printable = (text: string, max: number) => text.slice(0, max).replace(/[^\x20-\x7e]/g, '?');

export function callerOf({ id, ip, headers }: FastifyRequest): Caller {
  const userAgent = headers['user-agent'];
  return {
    requestId: id,
    address: printable(ip, ADDRESS_MAX),
    userAgent: userAgent ? printable(userAgent, USER_AGENT_MAX) : null,
  };
}

/** For public routes. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

export type SessionActor = Caller & UserPrincipal;

/** The user and request for the audit log. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): SessionActor => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
  return { ...callerOf(request), ...userOf(request.user) };
});
