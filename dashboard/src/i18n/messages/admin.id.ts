import { device, deviceForm, devices, limits } from './admin-devices.id';
import { drivers } from './admin-drivers.id';
import { audit, filters, free, message, messages, missing, system } from './admin-log.id';
import { overview } from './admin-overview.id';
import { setup } from './admin-setup.id';
import { topUps } from './admin-top-ups.id';
import { user, users } from './admin-users.id';

export const admin = {
  users,
  user,
  devices,
  device,
  deviceForm,
  setup,
  drivers,
  limits,
  filters,
  missing,
  messages,
  message,
  audit,
  free,
  system,
  overview,
  topUps,
} as const;
