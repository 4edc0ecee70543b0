/** What administrators and the operator do, by what it is done to; kept for good. */
const BY_ADMINISTRATORS = [
  'credit.topup',
  'credit.adjust',
  'credit.decline',
  'credit.guide',
  'user.suspend',
  'user.resume',
  'user.role',
  'user.brands',
  'brand.reserve',
  'brand.release',
  'user.verify_email',
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
  'device.send',
  'message.search',
  'alert.acknowledge',
] as const;

export const SIGN_INS = ['signin.ok', 'signin.failed'] as const;

/** What is done with accounts by whoever has them, or tries to; kept for SECURITY_LOG_DAYS. */
export const BY_OWNERS = [
  ...SIGN_INS,
  'password.change',
  'password.reset',
  'email.verify',
  'invitation.accept',
  'session.end',
  'session.end_others',
  'session.end_all',
  'second_factor.enable',
  'second_factor.disable',
  'second_factor.recovery_codes',
  'second_factor.recovery_code_used',
  'api_key.create',
  'api_key.update',
  'api_key.rotate',
  'api_key.hook_secret',
  'api_key.delete',
  'webhook.create',
  'webhook.update',
  'webhook.rotate_secret',
  'webhook.delete',
] as const;

/** All that is ever noted. The document lists them, so that whoever reads the log knows each. */
export const AUDIT_ACTIONS = [...BY_ADMINISTRATORS, ...BY_OWNERS] as const;

export type SignInAction = (typeof SIGN_INS)[number];
export type OwnAction = Exclude<(typeof BY_OWNERS)[number], SignInAction>;
export type AdminAction = (typeof BY_ADMINISTRATORS)[number];
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const isAuditAction = (value: unknown) => AUDIT_ACTIONS.some((action) => action === value);
