import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/index.js';
import type { Device, DeviceLinks, DriverOutcome } from '../../gateway/index.js';
import { newReference, randomDigits } from '../../platform/ids/random.js';
import { fillTemplate } from '../../platform/text/message-template.rules.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import { Secret } from '../../platform/text/secret.js';
import type { Clock } from '../../platform/time/clock.js';
import { bad, type Finding, good } from './report.rules.js';

const BRAND = 'Sandi';
const CALLBACK_WAIT_MS = 20_000;
const POLL_MS = 500;

export interface TestMessage {
  outcome: DriverOutcome;
  finding: Finding;
}

/** Sends one real code without an account: nothing is charged, stored or counted. */
export async function sendTest(
  phone: Phone,
  device: Device,
  { links, config, clock }: { links: DeviceLinks; config: Config; clock: Clock },
): Promise<TestMessage> {
  const code = randomDigits(6);
  const text = fillTemplate(device.template ?? config.MESSAGE_TEMPLATE_ID, { code, brand: BRAND });
  const { driver, access } = links.linkOf(device);
  const message = {
    reference: newReference('doctor', clock.now()),
    phone,
    code: new Secret(code),
    text: new Secret(text),
    language: 'id',
  } as const;
  const outcome = await driver.send(access, message, AbortSignal.timeout(config.GATEWAY_TIMEOUT_MS));
  return { outcome, finding: findingOf(`${device.name} to ${phone.mask()}`, outcome) };
}

function findingOf(way: string, outcome: DriverOutcome): Finding {
  switch (outcome.kind) {
    case 'accepted':
      return good(`${way}: taken by the gateway; the phone should show it now`);
    case 'refused':
      return bad(`${way}: refused, ${outcome.reason}`, 'The gateway says why; its log may say more.');
    case 'unknown':
      return bad(
        `${way}: nobody can say whether it left, ${outcome.reason}`,
        'Look at the phone, and at the log of the gateway, before you try again.',
      );
  }
}

/** Waits for the callback of the test message. The inbox keeps it for INBOX_TTL_HOURS: no stored message has its id. */
export async function awaitCallback(
  source: DataSource,
  id: string,
  { device, config }: { device: Device; config: Config },
): Promise<Finding> {
  const sinceMs = performance.now();
  for (;;) {
    // Reads the table by name: the entity belongs to the otp module.
    const rows = await source.query<{ status: string }[]>(
      'SELECT status FROM gateway_inbox WHERE gateway_message_id = ? ORDER BY id DESC LIMIT 1',
      [id],
    );
    const tookMs = performance.now() - sinceMs;
    if (rows[0]) return good(`${rows[0].status}, after ${(tookMs / 1000).toFixed(1)} s`);
    if (tookMs > CALLBACK_WAIT_MS) break;
    await sleep(POLL_MS);
  }
  const address = `${config.publicUrl}/api/webhook/gateway/${device.id}`;
  return bad(
    `none within ${CALLBACK_WAIT_MS / 1000} s`,
    `Start the service, and let the gateway call ${address}, as the page of the device in the dashboard has it.`,
  );
}
