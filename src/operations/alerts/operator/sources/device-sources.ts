import { Injectable } from '@nestjs/common';
import { Config } from '../../../../config/index.js';
import { MarginService } from '../../../../costs/index.js';
import { apiVersionOf, DevicePool, DevicesService } from '../../../../gateway/index.js';
import { DeliveriesAfterRefund } from '../../../../otp/index.js';
import { scrub } from '../../../../platform/text/scrub.js';
import {
  type AlertCondition,
  type AlertKind,
  type AlertSource,
  certainSource,
  SERVICE,
} from '../alert-kinds.rules.js';
import { AlertMetrics } from '../alert-metrics.js';

const CAUSE_MAX = 120;
const UNKNOWN = 'unknown';

type Watched = Awaited<ReturnType<DevicePool['watched']>>[number];

const causeOf = (words: string | null | undefined) => (words ? scrub(words, CAUSE_MAX) : null);

const aboutOf = ({ device }: Watched) => ({ subject: `device:${device.id}` });

@Injectable()
export class DeviceSources {
  readonly all: AlertSource[] = [
    this.ofActive(['device_disconnected'], (device, at) => this.connection(device, at)),
    {
      ...this.ofActive(
        ['device_restricted', 'device_failing', 'device_degraded', 'device_new_chats', 'template_blocked'],
        healthOf,
      ),
      beginsAtOnce: true,
    },
    this.ofActive(['api_version_ending'], endingVersion),
    {
      kinds: ['free_deliveries'],
      observe: async (at) => ({ at, conditions: await this.deliveriesAfterRefund() }),
    },
    certainSource(['international_rate'], () => this.internationalRate()),
  ];

  constructor(
    private readonly pool: DevicePool,
    private readonly margin: MarginService,
    private readonly free: DeliveriesAfterRefund,
    private readonly devices: DevicesService,
    private readonly metrics: AlertMetrics,
    private readonly config: Config,
  ) {}

  /** Devices in set-up, draining or disabled raise no alerts. */
  private ofActive(
    kinds: AlertKind[],
    conditionsOf: (pooled: Watched, at: Date) => AlertCondition[],
  ): AlertSource {
    return {
      kinds,
      observe: async (at) => {
        const active = (await this.pool.watched()).filter(({ device }) => device.state === 'active');
        return { at, conditions: active.flatMap((pooled) => conditionsOf(pooled, at)) };
      },
    };
  }

  /** Disconnected devices, as this instance sees them. */
  private connection(pooled: Watched, at: Date): AlertCondition[] {
    if (pooled.healthAt(at) !== 'disconnected') return [];
    const { device } = pooled;
    const cause = causeOf(this.pool.lastProbeOf(device)?.detail);
    return [{ ...aboutOf(pooled), kind: 'device_disconnected', detail: { device: device.name, cause } }];
  }

  private async deliveriesAfterRefund(): Promise<AlertCondition[]> {
    const { ALERT_FREE_DELIVERIES: most } = this.config;
    const today = await this.free.today();
    const names = await this.devices.namesOf([...today.keys()].filter((id) => id !== null));
    const conditions: AlertCondition[] = [];
    this.metrics.freeDeliveries.reset();
    for (const [id, free] of today) {
      const device = (id !== null && names.get(id)) || null;
      this.metrics.freeDeliveries.set({ device: device ?? UNKNOWN }, free.deliveries);
      if (most === 0 || free.deliveries <= most) continue;
      const subject = id === null ? SERVICE : `device:${id}`;
      conditions.push({ kind: 'free_deliveries', subject, detail: { device, ...free } });
    }
    return conditions;
  }

  /** Devices whose messages Meta bills by its international rate, several times the one at home. */
  async internationalRate(): Promise<AlertCondition[]> {
    const found = await this.margin.atInternationalRate();
    const names = await this.devices.namesOf([...found.keys()]);
    return [...found].map(([id, messages]) => ({
      kind: 'international_rate',
      subject: `device:${id}`,
      detail: { device: names.get(id) ?? String(id), messages },
    }));
  }
}

/** Health of a device that is stored for all instances. The conditions are independent: one may end before the other. */
function healthOf(pooled: Watched, at: Date): AlertCondition[] {
  const about = aboutOf(pooled);
  const { name: device, failingSince, failures, lastFailure, degradedSince } = pooled.device;
  const conditions: AlertCondition[] = [];
  const until = pooled.restrictedUntil(at)?.toISOString();
  if (until) conditions.push({ ...about, kind: 'device_restricted', detail: { device, until } });
  if (failingSince) {
    const detail = { device, failures, cause: causeOf(lastFailure) };
    conditions.push({ ...about, kind: 'device_failing', detail });
  }
  if (degradedSince) {
    const detail = { device, since: degradedSince.toISOString(), messages: pooled.judgement.unreported };
    conditions.push({ ...about, kind: 'device_degraded', detail });
  }
  const quota = pooled.newChatsAt(at);
  if (quota?.status === 'second_warning') {
    const { used, total, endsAt } = quota;
    conditions.push({ ...about, kind: 'device_new_chats', detail: { device, used, total, until: endsAt } });
  }
  const blocked = pooled.blockedTemplates;
  if (blocked[0]) {
    const template = blocked.map(({ name, language }) => `${name} (${language})`).join(', ');
    const { status, reason } = blocked[0];
    const detail = { device, template, status, cause: causeOf(reason) };
    conditions.push({ ...about, kind: 'template_blocked', detail });
  }
  return conditions;
}

/** A version of the gateway's API whose end is near. */
function endingVersion(pooled: Watched, at: Date): AlertCondition[] {
  const { device } = pooled;
  const used = apiVersionOf(device, at);
  if (!used?.isEnding || !used.endsBy) return [];
  const { version, endsBy, recommended } = used;
  const ends = endsBy.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const detail = { device: device.name, version, ends, recommended };
  return [{ ...aboutOf(pooled), kind: 'api_version_ending', detail }];
}
