import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { isMissing } from '../platform/access/bearer.js';
import { credentialHint, type WantedCredential } from '../platform/access/credential-hint.rules.js';
import { actsOn, isPermitted } from '../platform/access/permissions.rules.js';
import {
  ACCESS,
  type Access,
  ALLOWS_IMPERSONATION,
  DURING_ENROLMENT,
  OPERATION,
  type Operation,
  type Principal,
  requireOperation,
  userOf,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import { rowIdOf } from '../platform/ids/row-id.js';
import { Administrators } from '../users/index.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { claimsToBeSigned, HookGuard } from './hook.guard.js';
import { IMPERSONATION_HEADER, ReadOnlyImpersonation } from './impersonation/impersonation.js';
import { SessionCookie } from './session-cookie.js';
import { UserTokenStrategy } from './user-token.strategy.js';

type Request = FastifyRequest & { user: Principal };
/** The handler of a route and its class. */
type Targets = Parameters<Reflector['getAllAndOverride']>[1];

/** The errors without a credential, and with a wrong one. */
const REFUSALS = {
  api_key: ['api_key_missing', 'api_key_invalid'],
  user_token: ['token_missing', 'token_invalid'],
} as const satisfies Record<WantedCredential, [ErrorCode, ErrorCode]>;

/** Passport's guard for one strategy, answering with our codes. It puts the principal on the request. */
class CredentialGuard extends AuthGuard() {
  constructor(
    private readonly wanted: WantedCredential,
    strategy: string,
    private readonly isPresent: (request: FastifyRequest) => boolean,
  ) {
    super({ defaultStrategy: strategy });
  }

  override handleRequest<T>(
    error: Error | null,
    principal: T | false,
    _: unknown,
    context: ExecutionContext,
  ): T {
    if (error) throw error;
    if (principal) return principal;
    const request = context.switchToHttp().getRequest<Request>();
    const detail = credentialHint(request.headers, this.wanted);
    const [missing, invalid] = REFUSALS[this.wanted];
    throw new AppError(this.isPresent(request) ? invalid : missing, { detail });
  }
}

/** The global guard. A route without decorators needs a user token. A route accepts only credentials that it names. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly apiKey: CredentialGuard;
  private readonly userToken: CredentialGuard;

  constructor(
    private readonly reflector: Reflector,
    apiKey: ApiKeyStrategy,
    userToken: UserTokenStrategy,
    private readonly hooks: HookGuard,
    private readonly impersonation: ReadOnlyImpersonation,
    private readonly administrators: Administrators,
    cookie: SessionCookie,
  ) {
    this.apiKey = new CredentialGuard('api_key', apiKey.registeredAs, showsApiKey);
    const showsToken = (request: FastifyRequest) => cookie.showsUserToken(request);
    this.userToken = new CredentialGuard('user_token', userToken.registeredAs, showsToken);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets) ?? 'user';
    switch (access) {
      case 'public':
        break;
      case 'api_key':
        await this.apiKey.canActivate(context);
        break;
      case 'hook':
        await this.hooks.canActivate(context);
        break;
      case 'api_key_or_hook':
        await this.keyOrSignature(context).canActivate(context);
        break;
      case 'user':
        await this.userToken.canActivate(context);
        await this.requirePermitted(context);
        break;
      default:
        throw new Error(`unknown access: ${String(access satisfies never)}`);
    }
    const operation = this.reflector.getAllAndOverride<Operation | undefined>(OPERATION, targets);
    const { user } = context.switchToHttp().getRequest<Partial<Request>>();
    if (operation && user?.kind === 'api_key') requireOperation(user, operation);
    if (user?.kind === 'user' && user.owesSecondFactor && !this.isMarked(DURING_ENROLMENT, targets))
      throw new AppError('second_factor_enrolment_required');
    if (user?.kind === 'user') await this.enterImpersonation(context, user, targets);
    return true;
  }

  /** Runs before the body is read, so that a rejected caller learns nothing of its rules. */
  private async requirePermitted(context: ExecutionContext): Promise<void> {
    const operation = context.getHandler().name;
    const { user, params } = context.switchToHttp().getRequest<Request>();
    const who = userOf(user);
    if (!isPermitted(who, operation)) throw new AppError('forbidden', { logDetail: operation });
    const row = actsOn(who, operation);
    const id = rowIdOf((params as { id?: string }).id ?? '');
    if (row && id !== undefined) await this.administrators.requireOther(row, id);
  }

  /** Begins read-only impersonation, after the administrator has passed all checks. */
  private async enterImpersonation(
    context: ExecutionContext,
    who: UserPrincipal,
    targets: Targets,
  ): Promise<void> {
    const request = context.switchToHttp().getRequest<Request>();
    const header = request.headers[IMPERSONATION_HEADER];
    if (header === undefined) return;
    const isViewable = this.isMarked(ALLOWS_IMPERSONATION, targets);
    request.user = await this.impersonation.enter(who, { method: request.method, header, isViewable });
  }

  private isMarked(mark: string, targets: Targets): boolean {
    return this.reflector.getAllAndOverride<boolean | undefined>(mark, targets) ?? false;
  }

  /** A key takes precedence over a signature. */
  private keyOrSignature(context: ExecutionContext): CanActivate {
    const request = context.switchToHttp().getRequest<Request>();
    return !showsApiKey(request) && claimsToBeSigned(request) ? this.hooks : this.apiKey;
  }
}

/** Keys come in the Authorization header and nowhere else. */
const showsApiKey = ({ headers }: FastifyRequest) => !isMissing(headers.authorization);
