import type { DataSource } from 'typeorm';
import type { Device, DeviceLinks } from '../../gateway/index.js';
import { bad, type Finding, good, none } from './report.rules.js';

const TIMEOUT_MS = 5000;

/** Whether any account uses inbound verification: only then is a missing subscription a fault. */
export async function usesInbound(source: DataSource): Promise<boolean> {
  // Reads the table by name: the entity belongs to the otp module.
  const sql = 'SELECT id FROM inbound_verifications WHERE livemode = 1 LIMIT 1';
  const rows = await source.query<unknown[]>(sql).catch(() => []);
  return rows.length > 0;
}

/** Whether the gateway reports texts of users, where it can be asked; `undefined`: it cannot. */
export async function checkTexts(
  device: Device,
  links: DeviceLinks,
  isUsed: boolean,
): Promise<Finding | undefined> {
  const { driver, access } = links.to(device);
  const missing = await driver.missingEvent?.(access, AbortSignal.timeout(TIMEOUT_MS));
  if (missing === undefined) return undefined;
  const name = 'inbound';
  if (missing === null) return good(name, `${device.name} reports texts of users`);
  const text = `${device.name} does not report texts of users`;
  const fix = `Add the event ${missing} to its webhook: docs/gateways.md has its set-up.`;
  return isUsed ? bad(name, text, fix) : none(name, `${text}, for inbound verification: ${fix}`);
}
