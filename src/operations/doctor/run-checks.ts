import { HttpModule, HttpService } from '@nestjs/axios';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { Config } from '../../config/index.js';
import { DeviceLinks, LinksModule } from '../../gateway/index.js';
import { PaymentProviders, ProvidersModule } from '../../payments/index.js';
import type { Schema } from '../../platform/database/index.js';
import { Sealer } from '../../platform/security/sealer.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import { Clock, SystemClock } from '../../platform/time/clock.js';
import {
  checkDataKey,
  checkFile,
  checkIds,
  checkMigrations,
  checkSqlMode,
  checkWrites,
  clockOf,
  openDatabase,
} from './database.js';
import { checkApiVersions, NO_DEVICE, type Probed, probeDevices } from './devices.js';
import { checkAddress, checkClock, checkMail, checkRedis } from './external-services.js';
import { bad, errorTextOf, type Finding, good, none, type ReportFinding } from './report.rules.js';
import { awaitCallback, sendTest } from './test-message.js';

const FIX = 'Fix its keys and channels: docs/accounts.md#online-payments.';

/** Checks at each payment provider whether it accepts our key. */
export async function checkPayments({ all }: Pick<PaymentProviders, 'all'>): Promise<Finding[]> {
  if (all.length === 0) return [none('no payment provider: accounts pay by transfer')];
  return Promise.all(
    all.map(async (provider) => {
      const problem = await provider.problem();
      if (problem !== undefined) return bad(`${provider.title}: ${problem}`, FIX);
      return good(`${provider.title} accepts our key; whether its callbacks arrive was not checked`);
    }),
  );
}

export interface CheckOptions {
  config: Config;
  schema: Schema;
  /** Receives a real message at the end, if given. */
  to?: Phone;
  report: ReportFinding;
}

/** Checks everything that a send depends on. Deletes what it writes; only the message to `to` remains. */
export async function runChecks({ config, schema, to, report }: CheckOptions): Promise<void> {
  report('configuration', good(`${config.NODE_ENV}, reached at ${config.publicUrl}`));
  const { source, finding } = await openDatabase(config, schema);
  report('database', finding);
  const key = source ? await safely(checkDataKey(source, config)) : none(UNASKED);
  const app = await NestFactory.createApplicationContext(DoctorContextModule.forRoot(config), {
    logger: false,
  });
  try {
    const clock = app.get(Clock);
    if (source) {
      report('sql_mode', await safely(checkSqlMode(source)));
      report('migrations', await safely(checkMigrations(source, schema)));
      report('ids', await safely(checkIds(source)));
      report('writing', await safely(checkWrites(config, schema)));
      report('disk', await safely(checkFile(config)));
    } else
      for (const name of ['sql_mode', 'migrations', 'ids', 'writing', 'disk']) report(name, none(UNASKED));
    report('DATA_KEY', key);
    report('Redis', await checkRedis(config));
    report('mail', await checkMail(config));
    const address = await checkAddress(config, clock, app.get(HttpService));
    const database = source && (await clockOf(source, clock).catch(() => undefined));
    report('clock', checkClock({ 'the database': database, [config.publicUrl]: address.aheadSeconds }));
    report('callbacks', address.finding);
    report('webhooks', webhooks(config));
    for (const each of await checkPayments(app.get(PaymentProviders))) report('payments', each);
    await examineDevices({ source, links: app.get(DeviceLinks), config, clock, to, report });
  } finally {
    await source?.destroy();
    await app.close();
  }
}

const UNASKED = 'not asked, without a database';

interface Devices extends Pick<CheckOptions, 'config' | 'to' | 'report'> {
  source: DataSource | undefined;
  links: DeviceLinks;
  clock: Clock;
}

async function examineDevices({ source, links, config, clock, to, report }: Devices): Promise<void> {
  let probed: Probed[] = [];
  if (source)
    try {
      probed = await probeDevices(source, links);
      if (probed.length === 0) report('devices', NO_DEVICE);
    } catch (error) {
      report('devices', bad(errorTextOf(error), 'See to the database and its migrations first.'));
    }
  else report('devices', none(UNASKED));
  for (const { finding, texts } of probed) {
    report('device', finding);
    if (texts) report('inbound', texts);
  }
  const devices = probed.map(({ device }) => device);
  for (const finding of checkApiVersions(devices, clock.now())) report('API version', finding);
  if (!to) return report('test message', none('none sent: --to 0812… sends one'));
  const best = probed.find(({ device, finding }) => device.state === 'active' && finding.result === 'good');
  if (!source || !best)
    return report('test message', bad('no device to send it through', 'See to the devices first.'));
  const { outcome, finding } = await sendTest(to, best.device, { links, config, clock });
  report('test message', finding);
  if (outcome.kind === 'accepted')
    report('its callback', await safely(awaitCallback(source, outcome.id, { device: best.device, config })));
}

function webhooks({ WEBHOOK_ALLOW_PRIVATE, allowsLoopbackWebhooks, webhookPorts }: Config): Finding {
  const own = allowsLoopbackWebhooks ? '; and to this machine' : '';
  return WEBHOOK_ALLOW_PRIVATE
    ? none('to any address, over plain http too: for development')
    : good(`https to public addresses, port ${webhookPorts.join(', ')}${own}`);
}

async function safely(check: Promise<Finding>): Promise<Finding> {
  try {
    return await check;
  } catch (error) {
    return bad(errorTextOf(error), 'See to the database first.');
  }
}

/** The part of the service that speaks to devices and providers: no background work, no writes. */
@Global()
@Module({ imports: [HttpModule, LinksModule, ProvidersModule] })
class DoctorContextModule {
  static forRoot(config: Config): DynamicModule {
    const providers = [
      { provide: Config, useValue: config },
      { provide: Clock, useClass: SystemClock },
      { provide: Sealer, useValue: new Sealer(config.dataKeys) },
    ];
    return { module: DoctorContextModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
