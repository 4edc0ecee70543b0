import { device, deviceForm, devices, limits } from './admin-devices.id';
import { audit, filters, free, message, messages, missing, system } from './admin-log.id';
import { user, users } from './admin-users.id';

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
} as const;
