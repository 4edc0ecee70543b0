import type { components } from '../../api/schema';

export type AuditAction = components['schemas']['AuditItem']['action'];

/** All that the service notes, by its name among the messages: one that is missing here or there is a type error. */
export const ACTION_NAMES = {
  'credit.topup': 'credit_topup',
  'credit.adjust': 'credit_adjust',
  'user.suspend': 'user_suspend',
  'user.resume': 'user_resume',
  'user.role': 'user_role',
  'user.verify_email': 'user_verify_email',
  'user.unlock': 'user_unlock',
  'user.reset_password': 'user_reset_password',
  'user.remove_second_factor': 'user_remove_second_factor',
  'user.brands': 'user_brands',
  'device.create': 'device_create',
  'device.update': 'device_update',
  'device.callback_key': 'device_callback_key',
  'device.resume': 'device_resume',
  'device.delete': 'device_delete',
  'device.pair': 'device_pair',
  'message.search': 'message_search',
  'signin.ok': 'signin_ok',
  'signin.failed': 'signin_failed',
  'password.change': 'password_change',
  'password.reset': 'password_reset',
  'email.verify': 'email_verify',
  'session.end': 'session_end',
  'session.end_others': 'session_end_others',
  'session.end_all': 'session_end_all',
  'second_factor.enable': 'second_factor_enable',
  'second_factor.disable': 'second_factor_disable',
  'second_factor.recovery_codes': 'second_factor_recovery_codes',
  'second_factor.recovery_code_used': 'second_factor_recovery_code_used',
  'api_key.create': 'api_key_create',
  'api_key.update': 'api_key_update',
  'api_key.rotate': 'api_key_rotate',
  'api_key.hook_secret': 'api_key_hook_secret',
  'api_key.delete': 'api_key_delete',
  'webhook.create': 'webhook_create',
  'webhook.update': 'webhook_update',
  'webhook.rotate_secret': 'webhook_rotate_secret',
  'webhook.delete': 'webhook_delete',
} as const satisfies Record<AuditAction, string>;

export const ACTIONS = Object.keys(ACTION_NAMES) as AuditAction[];
