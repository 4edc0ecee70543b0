/** What the service writes into its audit log. */
export const ACTIONS = [
  'credit.topup',
  'credit.adjust',
  'user.suspend',
  'user.resume',
  'user.role',
  'device.create',
  'device.update',
  'device.resume',
  'device.delete',
] as const;
