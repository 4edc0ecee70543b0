import type { DataSource } from 'typeorm';
import { apiVersionOf, BrokenDeviceError, Device, type DeviceLinks } from '../../gateway/index.js';
import { bad, type Finding, good, none } from './report.rules.js';

const TIMEOUT_MS = 5000;

/** Whether any account uses inbound verification: only then is a missing subscription a fault. */
export async function usesInbound(source: DataSource): Promise<boolean> {
  // Reads the table by name: the entity belongs to the otp module.
  const sql = 'SELECT id FROM inbound_verifications WHERE livemode = 1 LIMIT 1';
  const rows = await source.query<unknown[]>(sql).catch(() => []);
  return rows.length > 0;
}

/** Whether the gateway reports texts of users; `undefined` if it cannot be asked. */
export async function checkTexts(
  device: Device,
  links: DeviceLinks,
  isUsed: boolean,
): Promise<Finding | undefined> {
  const { driver, access } = links.linkOf(device);
  const missing = await driver.missingEvent?.(access, AbortSignal.timeout(TIMEOUT_MS));
  if (missing === undefined) return undefined;
  if (missing === null) return good(`${device.name} reports texts of users`);
  const text = `${device.name} does not report texts of users`;
  const fix = `Add the event ${missing} to its webhook: docs/gateways.md has its set-up.`;
  return isUsed ? bad(text, fix) : none(`${text}, for inbound verification: ${fix}`);
}

const PROBE_TIMEOUT_MS = 5000;
const PROBES_AT_ONCE = 16;
const DEVICES_MAX = 500;

export interface Probed {
  device: Device;
  finding: Finding;
  /** Whether texts of users are reported: only for a connected device whose gateway can be asked. */
  texts?: Finding;
}

/** Checks the gateway connection of every device in use. */
export async function probeDevices(source: DataSource, links: DeviceLinks): Promise<Probed[]> {
  const devices = await source.manager.find(Device, { order: { id: 'ASC' }, take: DEVICES_MAX });
  const probed: Probed[] = [];
  const isUsed = await usesInbound(source);
  const examine = async (device: Device): Promise<Probed> => {
    const finding = await probe(device, links);
    const texts = finding.result === 'good' ? await checkTexts(device, links, isUsed) : undefined;
    return { device, finding, texts };
  };
  for (let from = 0; from < devices.length; from += PROBES_AT_ONCE) {
    const some = devices.slice(from, from + PROBES_AT_ONCE);
    probed.push(...(await Promise.all(some.map(examine))));
  }
  return probed;
}

export const NO_DEVICE = bad(
  'there is none, so every send is refused',
  'Add one in the dashboard, or set GATEWAY_URL and GATEWAY_TOKEN and start the service again.',
);

async function probe(device: Device, links: DeviceLinks): Promise<Finding> {
  const what = `${device.name} (${device.driver}, ${device.baseUrl})`;
  if (device.state === 'disabled') return none(`${what} is disabled`);
  const sinceMs = performance.now();
  try {
    const { driver, access } = links.linkOf(device);
    const { connection, detail, fault, newChats } = await driver.health(
      access,
      AbortSignal.timeout(PROBE_TIMEOUT_MS),
    );
    const tookMs = Math.round(performance.now() - sinceMs);
    const said = detail === null ? '' : `: ${detail}`;
    if (newChats?.status === 'capped')
      return bad(`${what} has used up its quota of new chats${endOf(newChats)}`, FIXES.restricted);
    if (newChats?.status === 'second_warning')
      return bad(`${what} has nearly used up its quota of new chats`, FIXES.newChats);
    if (connection === 'connected' && fault === undefined)
      return good(`${what} is connected, asked in ${tookMs} ms`);
    return bad(`${what} is ${fault ?? connection}${said}`, FIXES[fault ?? connection]);
  } catch (error) {
    // The message of a driver bug may quote secrets.
    const isBroken = error instanceof BrokenDeviceError;
    const text = isBroken ? error.message : `its driver failed (${(error as Error).name})`;
    return bad(
      `${what}: ${text}`,
      isBroken ? FIXES.unusable : 'Report this with the gateway and its version.',
    );
  }
}

/** One finding for each device whose gateway retires its API versions. */
export function checkApiVersions(devices: readonly Device[], now: Date): Finding[] {
  return devices
    .filter(({ state }) => state !== 'disabled')
    .flatMap((device) => {
      const used = apiVersionOf(device, now);
      if (!used) return [];
      const { version, endsBy, isEnding, recommended } = used;
      const end = endsBy ? `ends by ${endsBy.toISOString().slice(0, 10)}` : 'has no end announced';
      const text = `${device.name} uses ${version}, which ${end}`;
      return isEnding
        ? bad(text, `Set \`api_version\` to ${recommended} in the settings of the device.`)
        : good(text);
    });
}

const endOf = ({ endsAt }: { endsAt: string | null }) => (endsAt === null ? '' : ` until ${endsAt}`);

const FIXES = {
  connected: '',
  disconnected: 'Pair its phone with the gateway again: in the dashboard, or where the gateway has it.',
  unreachable: 'Start its gateway, or fix its address: this machine must reach it.',
  unclear: 'Look at its settings and at the log of the gateway: docs/gateways.md has what each one needs.',
  restricted:
    'WhatsApp holds the account back: let it rest, and send through others. docs/deliverability.md.',
  newChats: 'Add another device: at the end of its quota it reaches only recipients that know it.',
  unusable: 'Enter its token again (DATA_KEY must be the one it was sealed with), or check the account.',
} as const;
