import { device, deviceForm, devices, limits } from './admin-devices.en';
import { audit, filters, free, message, messages, missing, system } from './admin-log.en';
import { user, users } from './admin-users.en';
import type { TranslationOf } from './shape';

export const admin = {
  users,
  user,
  devices,
  device,
  deviceForm,
  limits,
  filters,
  missing,
  messages,
  message,
  audit,
  free,
  system,
} satisfies TranslationOf<'admin'>;
