import { HttpService } from '@nestjs/axios';
import { NestFactory } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/index.js';
import { DeviceLinks } from '../../gateway/index.js';
import type { Schema } from '../../platform/database/index.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import { Clock } from '../../platform/time/clock.js';
import { checkDataKey } from './data-key.js';
import { checkFile, checkMigrations, checkSqlMode, checkWrites, clockOf, openDatabase } from './database.js';
import { NO_DEVICE, type Probed, probeDevices } from './devices.js';
import { DoctorModule } from './doctor.module.js';
import { wordsOf } from './messages.js';
import { checkAddress, checkClock, checkMail, checkRedis } from './neighbours.js';
import { bad, type Finding, good, none } from './report.rules.js';
import { awaitCallback, sendTest } from './test-message.js';

export interface Examination {
  config: Config;
  schema: Schema;
  /** Who gets a real message in the end; nobody when it is not given. */
  to?: Phone;
  /** Told of each finding as soon as there is one. */
  tell: (finding: Finding) => void;
}

/**
 * Looks at everything that a send depends on. Leaves nothing behind but the one message to `to`: what it writes to prove
 * that it can, it deletes.
 */
export async function examine({ config, schema, to, tell }: Examination): Promise<void> {
  tell(good('configuration', `${config.NODE_ENV}, reached at ${config.publicUrl}`));
  const { source, finding } = await openDatabase(config, schema);
  tell(finding);
  const key = source ? await safely('DATA_KEY', checkDataKey(source, config)) : none('DATA_KEY', UNASKED);
  const app = await NestFactory.createApplicationContext(DoctorModule.forRoot(config), { logger: false });
  try {
    const clock = app.get(Clock);
    if (source) {
      tell(await safely('sql_mode', checkSqlMode(source)));
      tell(await safely('migrations', checkMigrations(source, schema)));
      tell(await safely('writing', checkWrites(config, schema)));
      tell(await safely('disk', checkFile(config)));
    } else for (const name of ['sql_mode', 'migrations', 'writing', 'disk']) tell(none(name, UNASKED));
    tell(key);
    tell(await checkRedis(config));
    tell(await checkMail(config));
    const address = await checkAddress(config, clock, app.get(HttpService));
    const database = source && (await clockOf(source, clock).catch(() => undefined));
    tell(checkClock({ 'the database': database, [config.publicUrl]: address.aheadSeconds }));
    tell(address.finding);
    tell(webhooks(config));
    await examineDevices({ source, links: app.get(DeviceLinks), config, clock, to, tell });
  } finally {
    await source?.destroy();
    await app.close();
  }
}

const UNASKED = 'not asked, without a database';

interface Devices extends Pick<Examination, 'config' | 'to' | 'tell'> {
  source: DataSource | undefined;
  links: DeviceLinks;
  clock: Clock;
}

async function examineDevices({ source, links, config, clock, to, tell }: Devices): Promise<void> {
  let probed: Probed[] = [];
  if (source)
    try {
      probed = await probeDevices(source, links);
      if (probed.length === 0) tell(NO_DEVICE);
    } catch (error) {
      tell(bad('devices', wordsOf(error), 'See to the database and its migrations first.'));
    }
  else tell(none('devices', UNASKED));
  for (const { finding } of probed) tell(finding);
  if (!to) return tell(none('test message', 'none sent: --to 0812… sends one'));
  const best = probed.find(({ device, finding }) => device.state === 'active' && finding.verdict === 'good');
  if (!source || !best)
    return tell(bad('test message', 'no device to send it through', 'See to the devices first.'));
  const { outcome, finding } = await sendTest(to, best.device, { links, config, clock });
  tell(finding);
  if (outcome.kind === 'accepted')
    tell(await safely('its callback', awaitCallback(source, outcome.id, { device: best.device, config })));
}

/** Which calls to users are allowed: it is decided here, not by what is found. */
function webhooks({ WEBHOOK_ALLOW_PRIVATE, allowsLoopbackWebhooks, webhookPorts }: Config): Finding {
  return WEBHOOK_ALLOW_PRIVATE
    ? none('webhooks', 'to any address, over plain http too: for development')
    : good(
        'webhooks',
        `https to public addresses, port ${webhookPorts.join(', ')}${allowsLoopbackWebhooks ? '; and to this machine' : ''}`,
      );
}

async function safely(name: string, check: Promise<Finding>): Promise<Finding> {
  try {
    return await check;
  } catch (error) {
    return bad(name, wordsOf(error), 'See to the database first.');
  }
}
