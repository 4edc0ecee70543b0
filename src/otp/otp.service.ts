import { Inject, Injectable } from '@nestjs/common';
import { FraudGuard } from '../fraud/index.js';
import type { Availability, DispatchResult } from '../gateway/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { ReplayedResponse } from '../platform/http/replayed-response.js';
import type { IdempotencyClaim } from '../platform/idempotency/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import type { Indexes } from '../platform/security/hashing.js';
import { publicErrorText } from '../platform/text/failure-reason.js';
import { Phone } from '../platform/text/phone.rules.js';
import { Secret } from '../platform/text/secret.js';
import { TimeCounters } from '../platform/time-counters/index.js';
import { RestrictedRecipients } from '../privacy/records/index.js';
import { BrandCheck } from './brand-check.js';
import { CallbackInbox } from './callback-inbox.js';
import { ChannelDispatch } from './channels/channel-dispatch.js';
import type { Route } from './channels/channels.rules.js';
import { Fingerprints } from './fingerprints.js';
import type { Message } from './message.entities.js';
import { correlationOf, gatewayFailure, sendResult } from './message.presenter.js';
import { type CreatedMessage, MessageStore } from './messages/message-store.js';
import type { SendResponse, UpdateRequest, UpdateResult } from './messages/status-update.js';
import { NotOnWhatsappLimit } from './not-on-whatsapp/not-on-whatsapp-limit.js';
import { ACCEPTED, type CountedSend, countedSendOf, OtpMetrics, SEND_COUNTER } from './otp-metrics.js';
import { noop, RecipientLimits } from './recipient-limits.js';
import { noDeviceDetail } from './rejection-details.js';
import { Sandbox, type TestScenario } from './sandbox/sandbox.js';
import type { SendOtpDto, SendResult } from './send.dto.js';

/** A code that Sandi generated for a verification; the body of the send has the code itself. */
export interface OwnCode {
  verification: string;
  /** Fingerprint of the code. */
  codeIndex: string;
  /**
   * The recipient's fingerprint in its verification, perhaps of a previous DATA_KEY; `undefined`: none is stored yet.
   */
  recipientIndex: string | undefined;
  /**
   * Called after the charge is committed and before any gateway is called. Returns an error if the code must not be
   * sent.
   */
  attach: (message: Message) => Promise<AppError | undefined>;
}

interface SendOptions {
  own?: OwnCode;
  /** The only device that may send it; by default any of the pool. */
  onlyDeviceId?: number;
}

interface SendRequest extends SendOptions {
  who: ApiKeyPrincipal;
  body: SendOtpDto;
  claim?: IdempotencyClaim;
}

/** A send that passed its limits. */
interface CheckedSend extends SendRequest {
  phone: Phone;
  brand: string;
  recipient: Indexes;
  route: Route;
  /** Only with a test key. */
  scenario?: TestScenario;
}

/** A send whose charge is committed. */
interface ChargedSend extends Pick<CheckedSend, 'who' | 'route' | 'claim' | 'scenario'> {
  created: CreatedMessage;
}

/** Sends a message: limits, create, dispatch, update. Code and phone in clear exist only during this call. */
@Injectable()
export class OtpService {
  constructor(
    private readonly brands: BrandCheck,
    private readonly fingerprints: Fingerprints,
    private readonly restricted: RestrictedRecipients,
    private readonly fraud: FraudGuard,
    private readonly limits: RecipientLimits,
    private readonly notOnWhatsapp: NotOnWhatsappLimit,
    private readonly channels: ChannelDispatch,
    private readonly store: MessageStore,
    private readonly inbox: CallbackInbox,
    private readonly sandbox: Sandbox,
    private readonly metrics: OtpMetrics,
    private readonly counters: TimeCounters,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends a code. Fails with the codes in `SEND_FAILURES`. */
  async send(
    who: ApiKeyPrincipal,
    body: SendOtpDto,
    claim?: IdempotencyClaim,
    options: SendOptions = {},
  ): Promise<SendResult> {
    const request = { who, body, claim, ...options };
    if (who.mode === 'test') return this.sendWithinLimits(request);
    try {
      const result = await this.notOnWhatsapp.run(who, () => this.sendWithinLimits(request));
      this.count(ACCEPTED);
      return result;
    } catch (error) {
      const outcome = countedSendOf(error);
      this.count(outcome);
      if (outcome.code === 'insufficient_credit') this.metrics.creditRefused.inc();
      throw error;
    }
  }

  private count({ code, kind }: CountedSend): void {
    this.metrics.sends.inc({ outcome: code });
    this.counters.add(SEND_COUNTER, 'minute', kind);
  }

  private async sendWithinLimits(request: SendRequest): Promise<SendResult> {
    const { who, body, claim, own, onlyDeviceId } = request;
    const phone = Phone.parse(body.phone);
    if (!phone) throw new AppError('phone_invalid');
    const brand = await this.brands.brandOf(who, body.company_name);
    const scenario = who.mode === 'test' ? this.sandbox.scenarioOf(phone) : undefined;
    const recipient = this.fingerprints.recipient(phone);
    await this.restricted.requireUnrestricted(recipient);
    const guarded = await this.fraud.check(who, phone, body.client);
    const route = await this.channels.routeOf({
      channels: body.channels,
      codeLength: body.otp_code.length,
      recipient,
      livemode: who.mode === 'live',
      onlyDeviceId,
    });
    failpoint('send.limits');
    const release = scenario?.isMagic ? noop : await this.limits.attempt(who, recipient);
    const creating = this.create({ ...request, phone, brand, recipient, route, scenario });
    const created = await creating.catch(async (error: unknown) => {
      await release();
      throw error;
    });
    failpoint('send.created');
    if (guarded) this.fraud.note(guarded, created.message.id);
    const send: ChargedSend = { who, created, route, claim, scenario };
    const refusal = await own?.attach(created.message);
    if (refusal) {
      await release();
      return this.cancel(send, refusal);
    }
    const { reference } = created.message;
    const code = new Secret(body.otp_code);
    const message = { reference, phone, recipient, onlyDeviceId, code, brand, language: body.language };
    const result = await this.channels.send({
      ...{ created, message, route, scenario },
      spendCaps: who.spendCaps,
    });
    failpoint('send.dispatched');
    // Provably not sent: it does not count towards the recipient's limit.
    if (result.outcome.kind === 'refused') await release();
    return this.finish(
      { ...send, scenario: scenario && this.sandbox.after(scenario, created.message) },
      result,
    );
  }

  private async create(send: CheckedSend): Promise<CreatedMessage> {
    const { who, body, phone, brand, recipient, route, claim, scenario, own, onlyDeviceId } = send;
    failpoint('send.device');
    const wanted = { recipient, onlyDeviceId, language: body.language };
    const devices = scenario ? NONE_NEEDED : await this.channels.availability(route, wanted);
    return this.store.create({
      who,
      phone,
      companyName: brand,
      route,
      externalId: body.external_id ?? null,
      metadata: body.metadata ? JSON.stringify(body.metadata) : null,
      verification: own?.verification,
      recipientIndex: own?.recipientIndex ?? recipient[0],
      duplicateIndexes: own ? [own.codeIndex] : this.fingerprints.code(who, phone, body.otp_code),
      // A generated code is new each time, so it needs no duplicate window.
      repeatable: own !== undefined || scenario?.isMagic,
      deviceAvailable: devices.isAvailable,
      retryAfterSeconds: devices.retryAfterSeconds,
      claim,
    });
  }

  /** Cancelled before dispatch: refunds, and releases the Idempotency-Key. Its scenario schedules no statuses. */
  private async cancel({ scenario: _, ...send }: ChargedSend, refusal: AppError): Promise<never> {
    const { claim } = send;
    await this.update(send, { update: CANCELLED, response: claim && { claim, kind: 'release' } });
    throw refusal;
  }

  private async finish(
    send: ChargedSend,
    { outcome, deviceId, attempts }: DispatchResult,
  ): Promise<SendResult> {
    const { created, claim, scenario } = send;
    switch (outcome.kind) {
      case 'accepted': {
        const { id: gatewayMessageId, cost } = outcome;
        const { message, balance } = created;
        const accepted = { message, messageId: gatewayMessageId, balance };
        const response: SendResponse | undefined = claim && { claim, kind: 'success', send: accepted };
        const update = { status: 'sent', deviceId, gatewayMessageId, cost } as const;
        const updated = await this.update(send, { update, attempts, response });
        failpoint('send.answer');
        return sendResult(accepted, updated);
      }
      case 'refused': {
        const { reason: error, failureReason } = outcome;
        const update = { status: 'failed', alwaysRefunded: true, error, failureReason, deviceId } as const;
        if (attempts.length > 0 || scenario) return this.fail(send, { update, attempts }, 'gateway_error');
        // No device was called: none was left after the charge, or it was too late. The client may retry.
        await this.update(send, { update, response: claim && { claim, kind: 'release' } });
        throw new AppError('no_device', {
          body: { ...correlationOf(created.message) },
          detail: noDeviceDetail(send.route),
        });
      }
      case 'unknown': {
        // If the id was chosen before the call, a callback finds the message by it.
        const { reason: error, failureReason, id: gatewayMessageId } = outcome;
        const update = { error, failureReason, deviceId, gatewayMessageId };
        return this.fail(send, { update, attempts }, 'gateway_unknown');
      }
      default:
        return outcome satisfies never;
    }
  }

  private async fail(
    send: ChargedSend,
    outcome: OutcomeUpdate,
    code: 'gateway_error' | 'gateway_unknown',
  ): Promise<never> {
    const { created, claim, scenario } = send;
    const { error: words, failureReason } = outcome.update;
    const error = gatewayFailure(
      code,
      created.message,
      publicErrorText(words ?? '', failureReason),
      failureReason ?? 'unknown',
      scenario && 'info',
    );
    await this.update(send, { ...outcome, response: claim && { claim, kind: 'failure', error } });
    throw error;
  }

  /**
   * Stores the outcome. If recovery has stored a response under the request's key meanwhile, throws that. If the
   * outcome cannot be stored, the response is `gateway_unknown`, and recovery finishes the message.
   */
  private async update(
    { who, created, scenario }: ChargedSend,
    outcome: OutcomeUpdate,
  ): Promise<UpdateResult> {
    const { message } = created;
    const scheduled = scenario && this.sandbox.schedule(message, scenario);
    let updated: UpdateResult;
    try {
      updated = await this.store.update({ message, scheduled, hasNoWebhooks: !who.hasWebhooks, ...outcome });
    } catch (error) {
      this.logger.error(
        { messageId: message.id, err: { message: (error as Error).message } },
        'an outcome was not stored',
      );
      throw gatewayFailure('gateway_unknown', message, 'the outcome could not be recorded yet', 'unknown');
    }
    failpoint('send.updated');
    if (scenario) await this.sandbox.sweep(message.id);
    else if (updated.hasWaitingCallbacks)
      await this.inbox.applyWaiting(outcome.update.gatewayMessageId ?? '');
    if (updated.stored) throw new ReplayedResponse(updated.stored.status, updated.stored.answer);
    return updated;
  }
}

type OutcomeUpdate = Omit<UpdateRequest, 'message'>;

/** A test key's message needs no device. */
const NONE_NEEDED: Availability = { isAvailable: true };

const CANCELLED = {
  status: 'failed',
  alwaysRefunded: true,
  error: 'its verification took no new code',
  failureReason: 'expired',
} as const;
