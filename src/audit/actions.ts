/** All that is ever noted, by what it is done to. The document lists them, so that whoever reads the log knows each. */
export const AUDIT_ACTIONS = [
  'credit.topup',
  'credit.adjust',
  'user.suspend',
  'user.resume',
  'user.role',
  'user.brands',
  'user.verify_email',
  'device.create',
  'device.update',
  'device.callback_key',
  'device.resume',
  'device.delete',
  'device.pair',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const isAuditAction = (value: unknown) => AUDIT_ACTIONS.some((action) => action === value);
