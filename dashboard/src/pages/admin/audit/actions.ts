import type { components } from '../../../api/schema';

export type AuditAction = components['schemas']['AuditItem']['action'];

/** All that the service notes, by its name among the messages: one that is missing here or there is a type error. */
export const ACTION_NAMES = {
  'credit.topup': 'credit_topup',
  'credit.adjust': 'credit_adjust',
  'user.suspend': 'user_suspend',
  'user.resume': 'user_resume',
  'user.role': 'user_role',
  'user.verify_email': 'user_verify_email',
  'user.brands': 'user_brands',
  'device.create': 'device_create',
  'device.update': 'device_update',
  'device.callback_key': 'device_callback_key',
  'device.resume': 'device_resume',
  'device.delete': 'device_delete',
  'device.pair': 'device_pair',
} as const satisfies Record<AuditAction, string>;

export const ACTIONS = Object.keys(ACTION_NAMES) as AuditAction[];
