import type { Device } from './device.entity.js';
import type { DriverInfo } from './driver.js';

/** Whether a device asks for a number before its first message to it. */
export function checksNumbers({ numberCheck }: Device, info: DriverInfo | undefined): boolean {
  return numberCheck ?? info?.checksNumbers ?? false;
}

type Settings = Readonly<Record<string, string>>;

/** A device's settings with the defaults of its driver; those the driver does not know are left out. */
export function settingsOf({ settings }: DriverInfo, given: Settings): Settings {
  return Object.fromEntries(settings.map(({ name, default: usual }) => [name, given[name] ?? usual ?? '']));
}

/** The names of settings that are missing, unknown or not of their form; empty when a device can be made with them. */
export function wrongSettings({ settings }: DriverInfo, given: Settings): string[] {
  const known = new Set(settings.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const wrong = settings
    .filter(({ name, pattern, default: usual }) => !pattern.test(given[name] ?? usual ?? ''))
    .map(({ name }) => name);
  return [...unknown, ...wrong];
}
