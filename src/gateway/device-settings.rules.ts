import type { Device } from './device.entity.js';
import type { DriverInfo } from './driver.js';

/** Whether numbers are looked up before the first message to them. */
export function checksNumbers({ numberCheck }: Device, info: DriverInfo | undefined): boolean {
  return numberCheck ?? info?.checksNumbers ?? false;
}

type Settings = Readonly<Record<string, string>>;

/** Settings with the driver's defaults, without unknown ones. */
export function settingsOf({ settings }: DriverInfo, given: Settings): Settings {
  return Object.fromEntries(settings.map(({ name, default: usual }) => [name, given[name] ?? usual ?? '']));
}

/** Names of settings that are missing, unknown or malformed. */
export function wrongSettings({ settings }: DriverInfo, given: Settings): string[] {
  const known = new Set(settings.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const wrong = settings
    .filter(({ name, pattern, default: usual }) => !pattern.test(given[name] ?? usual ?? ''))
    .map(({ name }) => name);
  return [...unknown, ...wrong];
}
