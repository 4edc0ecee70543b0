import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { type Actor, Audit } from '../../operations/audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { LANGUAGES } from '../../platform/text/message-template.rules.js';
import { Clock } from '../../platform/time/clock.js';
import type { Device } from '../device.entities.js';
import { BrokenDeviceError, DeviceLinks } from '../device-link.js';
import { DevicesService } from '../devices.service.js';
import { DevicePool } from '../pool/device-pool.js';
import { DeviceProber } from '../pool/device-prober.js';
import { DeviceTemplates } from '../pool/device-templates.js';
import type { TemplateDetails, TemplateKey, TemplateOutcome } from '../template.js';
import type { CreatedTemplateView, CreateTemplateDto, MessageTemplateList } from './templates.dto.js';

/**
 * Lists and creates message templates at a device's gateway. Fails with `templates_unsupported`, `template_refused` or
 * `template_unknown`.
 */
@Injectable()
export class TemplatesAdminService {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesService,
    private readonly links: DeviceLinks,
    private readonly pool: DevicePool,
    private readonly prober: DeviceProber,
    private readonly templates: DeviceTemplates,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async list(id: number): Promise<MessageTemplateList> {
    const { device, manager, inUse } = await this.accessTo(id);
    const [listed, business_verification] = await Promise.all([
      manager.list(device, this.deadline()),
      manager.verification(device, this.deadline()),
    ]);
    const found = valueOf(listed);
    const used = found.filter((one) => isAmong(one, inUse));
    if ((await this.templates.applyListed({ id }, used, this.clock.now())) > 0) await this.pool.refresh();
    return {
      items: found.map((one) => viewOf(one, isAmong(one, inUse))),
      messaging_limit: orNotFound(await this.devices.find(id)).messagingLimit,
      business_verification,
    };
  }

  async create(actor: Actor, id: number, body: CreateTemplateDto): Promise<CreatedTemplateView> {
    const { device, manager } = await this.accessTo(id);
    const { name, language, button, apps = [] } = body;
    const definition = {
      name,
      language,
      button,
      securityAdvice: body.security_recommendation,
      expiryMinutes: body.code_expiration_minutes ?? null,
      validitySeconds: body.message_send_ttl_seconds ?? null,
      apps: apps.map(({ package_name, signature_hash }) => ({ package_name, signature_hash })),
    };
    const outcome = await manager.create(device, definition, this.deadline());
    const detail = { ...body, outcome: outcome.kind };
    if (outcome.kind !== 'refused')
      await this.database.tx((tx) => this.audit.record(tx, actor, 'device.template', `device:${id}`, detail));
    return { ...valueOf(outcome), name, language };
  }

  private async accessTo(id: number) {
    const row = orNotFound(await this.devices.find(id));
    const link = this.links.find(row);
    if (link instanceof BrokenDeviceError) throw refused(link.message);
    const { access } = link;
    const { templates: manager, templateOf } = link.driver;
    if (!manager || !templateOf) throw new AppError('templates_unsupported');
    const inUse = LANGUAGES.map((language) => templateOf(access.settings, language));
    const accountId = row.accountId ?? (await this.accountOf(row));
    return { device: { ...access, accountId }, manager, inUse };
  }

  private async accountOf(row: Device): Promise<string> {
    const { health } = await this.prober.probe(row);
    const accountId = health.account?.accountId;
    if (accountId) return accountId;
    throw refused(health.detail ?? 'the gateway does not name the account of the number');
  }

  private deadline(): AbortSignal {
    return AbortSignal.timeout(this.config.GATEWAY_TIMEOUT_MS);
  }
}

function valueOf<Value>(outcome: TemplateOutcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') throw refused(outcome.reason);
  throw new AppError('template_unknown', { body: { error_message: outcome.reason } });
}

const refused = (error_message: string) => new AppError('template_refused', { body: { error_message } });

const isAmong = ({ name, language }: TemplateKey, keys: readonly TemplateKey[]) =>
  keys.some((key) => key.name === name && key.language === language);

function viewOf(
  { isUsable, isDecided: _, securityAdvice, expiryMinutes, validitySeconds, ...shown }: TemplateDetails,
  in_use: boolean,
) {
  return {
    ...shown,
    usable: isUsable,
    security_recommendation: securityAdvice,
    code_expiration_minutes: expiryMinutes,
    message_send_ttl_seconds: validitySeconds,
    in_use,
  };
}
