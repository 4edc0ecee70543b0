import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Config } from '../config/index.js';
import { Audit, type OwnAction, type UserActor } from '../operations/audit/index.js';
import { Database } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { Sealer } from '../platform/security/sealer.js';
import { newSigningSecret } from '../platform/security/standard-webhook.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import { DeliveryWorker } from './delivery-worker.js';
import { Destinations } from './destinations.js';
import { EndpointHealth } from './endpoint-health.js';
import type {
  CreateWebhookDto,
  NewWebhook,
  UpdateWebhookDto,
  WebhookMode,
  WebhookView,
} from './webhook.dto.js';
import { WebhookEndpoint } from './webhook.entities.js';

const CLOCK_SKEW_SECONDS = 60;
const NO_FAILURES = { failingSince: null, failures: 0, pausedUntil: null, calledAt: null, alarmedAt: null };
const RESET_FAILURES = { ...NO_FAILURES, record: () => 'record + 1' };

/** The endpoints of an account. A secret is returned only at creation and rotation. */
@Injectable()
export class EndpointsService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly destinations: Destinations,
    private readonly worker: DeliveryWorker,
    private readonly health: EndpointHealth,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    private readonly audit: Audit,
  ) {}

  async list(userId: number): Promise<WebhookView[]> {
    const endpoints = await this.database.read.find(WebhookEndpoint, {
      where: { userId, deletedAt: IsNull() },
      order: { id: 'DESC' },
    });
    return Promise.all(endpoints.map((endpoint) => this.view(endpoint)));
  }

  /** This, {@link update} and {@link rotateSecret} fail with `token_invalid` if the tokens of the login were revoked. */
  async create(owner: UserActor, { url, events, mode }: CreateWebhookDto): Promise<NewWebhook> {
    this.requireAllowed(url);
    const { userId } = owner;
    const secret = newSigningSecret();
    const endpoint = await this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      const count = await tx.countBy(WebhookEndpoint, { userId, deletedAt: IsNull() });
      if (count >= this.config.WEBHOOK_ENDPOINTS_MAX) throw new AppError('webhook_limit');
      const row = tx.create(WebhookEndpoint, {
        ...NO_FAILURES,
        disabledReason: null,
        record: 0,
        userId,
        url,
        events: events ?? null,
        mode: storedMode(mode),
        secret: this.sealer.seal(secret),
        oldSecret: null,
        oldSecretUntil: null,
        active: true,
        createdAt: this.clock.now(),
        owedFrom: this.owedFrom(),
        deletedAt: null,
      });
      await tx.insert(WebhookEndpoint, row);
      await this.note(tx, owner, 'webhook.create', row);
      return row;
    });
    return { ...(await this.view(endpoint)), secret };
  }

  /** A new URL, or any value of `active`, resets the failures. */
  async update(
    owner: UserActor,
    id: number,
    { url, events, mode, active }: UpdateWebhookDto,
  ): Promise<WebhookView> {
    if (url !== undefined) this.requireAllowed(url);
    const given = Object.entries({ url, events, mode, active }).filter(([, to]) => to !== undefined);
    const changed = given.map(([name]) => name);
    const changes = {
      ...(url === undefined ? {} : { url, ...RESET_FAILURES }),
      ...(events === undefined ? {} : { events }),
      ...(mode === undefined ? {} : { mode: storedMode(mode) }),
      ...(active === undefined
        ? {}
        : { active, disabledReason: null, ...RESET_FAILURES, owedFrom: this.owedFrom() }),
    };
    const endpoint = await this.database.tx(async (tx) => {
      if (changed.length === 0) return requireOwn(tx, owner.userId, id);
      await this.users.lock(tx, owner);
      await this.lockOwn(tx, owner.userId, id);
      await tx.update(WebhookEndpoint, { id }, changes);
      const updated = await requireOwn(tx, owner.userId, id);
      await this.note(tx, owner, 'webhook.update', updated, { changed });
      return updated;
    });
    // Deliveries that waited are due.
    if (active) this.worker.nudge();
    return this.view(endpoint);
  }

  async remove(owner: UserActor, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const endpoint = await this.lockOwn(tx, owner.userId, id);
      await tx.update(WebhookEndpoint, { id }, { active: false, deletedAt: this.clock.now() });
      await this.note(tx, owner, 'webhook.delete', endpoint);
    });
  }

  /** The old secret signs too for `overlapSeconds`. */
  async rotateSecret(owner: UserActor, id: number, overlapSeconds: number): Promise<NewWebhook> {
    const secret = newSigningSecret();
    const { userId } = owner;
    const endpoint = await this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      const { secret: oldSecret } = await this.lockOwn(tx, userId, id);
      const oldSecretUntil = addSeconds(this.clock.now(), overlapSeconds);
      const changes = { secret: this.sealer.seal(secret), oldSecret, oldSecretUntil };
      await tx.update(WebhookEndpoint, { id }, changes);
      const rotated = await requireOwn(tx, userId, id);
      await this.note(tx, owner, 'webhook.rotate_secret', rotated, { overlap_seconds: overlapSeconds });
      return rotated;
    });
    return { ...(await this.view(endpoint)), secret };
  }

  private async lockOwn(tx: EntityManager, userId: number, id: number): Promise<WebhookEndpoint> {
    const endpoint = await this.database.lockRow(tx, WebhookEndpoint, { id });
    if (endpoint?.userId !== userId || endpoint.deletedAt !== null) throw new AppError('not_found');
    return endpoint;
  }

  /** Audits only the host: the rest of the URL may be a secret. */
  private note(
    tx: EntityManager,
    owner: UserActor,
    action: OwnAction,
    { id, url }: WebhookEndpoint,
    more: object = {},
  ): Promise<void> {
    return this.audit.recordOwn(tx, owner, action, `webhook:${id}`, { host: new URL(url).host, ...more });
  }

  private requireAllowed(url: string): void {
    const refusal = this.destinations.refusal(url);
    if (refusal)
      throw new AppError('webhook_url_invalid', {
        body: { fields: ['url'] },
        detail: this.destinations.advice(refusal),
        logDetail: `refused: ${refusal}`,
      });
  }

  /** From when the ledger audit expects events. Deliveries begin at once. */
  private owedFrom(): Date {
    return addSeconds(this.clock.now(), CLOCK_SKEW_SECONDS);
  }

  private async view(endpoint: WebhookEndpoint): Promise<WebhookView> {
    const { id, url, events, mode, active, disabledReason, failingSince, createdAt } = endpoint;
    return {
      id,
      url,
      events,
      mode: mode ?? 'both',
      active,
      disabled_reason: disabledReason,
      ...this.calendar.fields('failing_since', failingSince),
      health: await this.health.of(endpoint),
      ...this.calendar.fields('created_at', createdAt),
    };
  }
}

const storedMode = (mode: WebhookMode | null | undefined) => (mode === 'both' ? null : (mode ?? null));

const whereOwn = (userId: number, id: number) => ({ id, userId, deletedAt: IsNull() });

/** Fails with `not_found` for a foreign or deleted endpoint. */
export async function requireOwn(
  manager: EntityManager,
  userId: number,
  id: number,
): Promise<WebhookEndpoint> {
  return orNotFound(await manager.findOneBy(WebhookEndpoint, whereOwn(userId, id)));
}
