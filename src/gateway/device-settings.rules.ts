import type { Device } from './device.entities.js';
import type { DriverInfo, SettingFault } from './driver-info.js';

export function checksNumbers({ numberCheck }: Device, info: DriverInfo | undefined): boolean {
  return numberCheck ?? info?.checksNumbers ?? false;
}

type Settings = Readonly<Record<string, string>>;

/** Settings as an administrator gives them: text, or an object where the driver takes one. */
export type GivenSettings = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** Settings with the driver's defaults, without unknown ones. */
export function settingsOf({ settings }: DriverInfo, given: Settings): Settings {
  return Object.fromEntries(settings.map(({ name, default: usual }) => [name, given[name] ?? usual ?? '']));
}

/** Names of settings that are missing, unknown or malformed. */
export function wrongSettings({ settings }: DriverInfo, given: GivenSettings): string[] {
  const known = new Set(settings.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const wrong = settings
    .filter(({ name, pattern, faultOf, default: usual }) => {
      const value = given[name];
      if (value !== undefined && (typeof value === 'object') !== (faultOf !== undefined)) return true;
      const text = value === undefined ? (usual ?? '') : textOf(value);
      return !pattern.test(text) || faultOf?.(text) !== undefined;
    })
    .map(({ name }) => name);
  return [...unknown, ...wrong];
}

/** The first mistake in settings that are objects. */
export function faultInSettings({ settings }: DriverInfo, given: GivenSettings): SettingFault | undefined {
  for (const { name, faultOf } of settings) {
    const value = given[name];
    const fault = typeof value === 'object' ? faultOf?.(textOf(value)) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

const textOf = (value: GivenSettings[string]) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Settings as they are stored: objects as JSON text. */
export const storedSettings = (given: GivenSettings): Settings =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)]));

/** Stored settings as the administrator gave them. */
export function viewSettings(info: DriverInfo | undefined, kept: Settings): GivenSettings {
  const objects = new Set(info?.settings.filter(({ faultOf }) => faultOf).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(kept).map(([name, text]) => [
      name,
      objects.has(name) ? (JSON.parse(text) as Record<string, unknown>) : text,
    ]),
  );
}
