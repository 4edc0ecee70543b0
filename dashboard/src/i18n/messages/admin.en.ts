import { device, deviceForm, devices, limits } from './admin-devices.en';
import { drivers } from './admin-drivers.en';
import { audit, filters, free, message, messages, missing, system } from './admin-log.en';
import { overview } from './admin-overview.en';
import { setup } from './admin-setup.en';
import { topUps } from './admin-top-ups.en';
import { user, users } from './admin-users.en';
import type { TranslationOf } from './shape';

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
} satisfies TranslationOf<'admin'>;
