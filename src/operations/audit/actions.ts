import type { Caller } from '../../platform/access/principal.js';

/** Actions of administrators and the operator; kept for good. */
const ADMIN_ACTIONS = [
  'credit.topup',
  'credit.adjust',
  'credit.decline',
  'credit.guide',
  'price.set',
  'price.cancel',
  'cost.set',
  'cost.rate_card',
  'cost.remove',
  'currency_rate.set',
  'currency_rate.remove',
  'fraud.update',
  'fraud.list_add',
  'fraud.list_remove',
  'user.fraud_update',
  'user.fraud_unblock',
  'user.suspend',
  'user.resume',
  'user.close',
  'user.role',
  'user.brands',
  'user.spend_cap',
  'brand.reserve',
  'brand.release',
  'user.verify_email',
  'user.email',
  'user.view',
  'user.unlock',
  'user.reset_password',
  'user.remove_second_factor',
  'invitation.create',
  'invitation.revoke',
  'device.create',
  'device.update',
  'device.callback_key',
  'device.resume',
  'device.delete',
  'device.pair',
  'device.template',
  'device.send',
  'message.search',
  'privacy.request',
  'privacy.complete',
  'privacy.decline',
  'privacy.lift',
  'privacy.legal_hold',
  'privacy.legal_release',
  'alert.acknowledge',
] as const;

export const SIGN_IN_ACTIONS = ['signin.ok', 'signin.failed'] as const;

/** Actions on one's own account, and logins; kept for SECURITY_LOG_DAYS. */
export const OWNER_ACTIONS = [
  ...SIGN_IN_ACTIONS,
  'password.change',
  'password.reset',
  'email.verify',
  'email.ask',
  'email.change',
  'account.close_ask',
  'account.close_cancel',
  'account.export',
  'invitation.accept',
  'session.end',
  'session.end_others',
  'session.end_all',
  'second_factor.enable',
  'second_factor.disable',
  'second_factor.recovery_codes',
  'second_factor.recovery_code_used',
  'member.invite',
  'member.revoke',
  'member.join',
  'member.role',
  'member.remove',
  'member.leave',
  'account.spend_cap',
  'api_key.create',
  'api_key.update',
  'api_key.rotate',
  'api_key.hook_secret',
  'api_key.delete',
  'webhook.create',
  'webhook.update',
  'webhook.rotate_secret',
  'webhook.delete',
  'guard.update',
  'guard.unblock',
  'guard.list_add',
  'guard.list_remove',
] as const;

export const AUDIT_ACTIONS = [...ADMIN_ACTIONS, ...OWNER_ACTIONS] as const;

export type SignInAction = (typeof SIGN_IN_ACTIONS)[number];
export type OwnAction = Exclude<(typeof OWNER_ACTIONS)[number], SignInAction>;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** These concern one login, whatever its account. */
export const isOfLogin = (action: string) =>
  /^(?:signin|password|email|session|second_factor)\./.test(action);

export const isOwnAction = (action: AuditAction) => OWNER_ACTIONS.some((own) => own === action);

export const isAuditAction = (value: unknown) => AUDIT_ACTIONS.some((action) => action === value);

/** A user and the address of the request. */
export type UserActor = Caller & {
  kind: 'user';
  /** The account. */
  userId: number;
  /** The login: a member of the account. */
  memberId: number;
  /** The login's token version at the time of the request; none without a session. */
  tokenVersion?: number;
};

/** Who acts, and in which request. Each shell command counts as a request. */
export type Actor = UserActor | { kind: 'shell'; requestId: string };
