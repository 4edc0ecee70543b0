import { DEFAULT_ADDRESS } from './addresses.rules';
import type { Changes, Creation, Device, Driver } from './api';
import { LIMIT_NAMES, type LimitName } from './limit-names';

/** Keep the current limits, use the driver's defaults, or set custom ones. */
export type LimitsChoice = 'keep' | 'usual' | 'own';

type LimitValues = { [Name in LimitName]: number | string };

/** Fields of the form, including one for each driver setting; named as the API names them in errors. */
export interface DeviceValues extends LimitValues, Record<string, unknown> {
  name: string;
  base_url: string;
  token: string;
  webhook_secret: string;
  /** Absent if the gateway uses its own text; some drivers have a setting of this name. */
  template?: string;
  removes_secret: boolean;
  weight: number | string;
  check_number: boolean;
  limits: LimitsChoice;
}

/** Initial values of the form; without `device`, for a new one. */
export function valuesOf(driver: Driver, device?: Device): DeviceValues {
  return {
    name: device?.name ?? '',
    base_url: device?.base_url ?? DEFAULT_ADDRESS[driver.name] ?? '',
    token: '',
    webhook_secret: '',
    removes_secret: false,
    weight: device?.weight ?? 1,
    check_number: device?.check_number ?? driver.checks_numbers,
    limits: device ? 'keep' : 'usual',
    ...limitValuesOf(device),
    ...(driver.capabilities.own_text ? {} : { template: device?.template ?? '' }),
    ...Object.fromEntries(
      driver.settings.map(({ name, default: usual }) => [
        name,
        written(device?.settings[name] ?? usual ?? ''),
      ]),
    ),
  };
}

export function creationOf(values: DeviceValues, driver: Driver): Creation {
  const own = Object.entries(ownLimits(values)).filter(([, limit]) => limit !== null);
  return {
    ...sharedOf(values, driver),
    driver: driver.name,
    token: values.token,
    ...(values.webhook_secret === '' ? {} : { webhook_secret: values.webhook_secret }),
    ...(values.limits === 'own' ? { limits: Object.fromEntries(own) } : {}),
  } as Creation;
}

export function changesOf(values: DeviceValues, driver: Driver): Changes {
  const { token, webhook_secret: secret, removes_secret: removesSecret, limits } = values;
  return {
    ...sharedOf(values, driver),
    ...(token === '' ? {} : { token }),
    ...(secret === '' ? {} : { webhook_secret: secret }),
    ...(removesSecret ? { webhook_secret: null } : {}),
    ...(limits === 'keep' ? {} : { limits: limits === 'usual' ? null : ownLimits(values) }),
  };
}

function sharedOf(values: DeviceValues, { capabilities, settings }: Driver) {
  const given = settings
    .map(({ name, type }) => [name, type, String(values[name]).trim()] as const)
    .filter(([, , value]) => value !== '')
    .map(([name, type, value]) => [name, type === 'object' ? parsed(value) : value] as const);
  const template = (values.template ?? '').trim();
  return {
    name: values.name,
    base_url: values.base_url,
    weight: Number(values.weight),
    settings: Object.fromEntries(given),
    ...(capabilities.check_number ? { check_number: values.check_number } : {}),
    ...(capabilities.own_text ? {} : { template: template === '' ? null : template }),
  };
}

const written = (value: Device['settings'][string]) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Sends a text that is not JSON unchanged: the service names the wrong setting. */
function parsed(text: string): string | Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return text;
  }
}

function limitValuesOf(device: Device | undefined): LimitValues {
  return mapLimits((name) => device?.limits[name] ?? '');
}

const ownLimits = (values: LimitValues) =>
  mapLimits((name) => (values[name] === '' ? null : Number(values[name])));

function mapLimits<Value>(valueOf: (name: LimitName) => Value) {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, valueOf(name)])) as Record<LimitName, Value>;
}
