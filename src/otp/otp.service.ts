import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../config/index.js';
import {
  type Availability,
  DevicePool,
  type DispatchResult,
  GatewayDispatcher,
  type OtpMessage,
} from '../gateway/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { ReplayedResponse } from '../platform/http/replayed-response.js';
import type { IdempotencyClaim } from '../platform/idempotency/index.js';
import { LOGGER } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Tallies } from '../platform/tallies/index.js';
import { publicErrorText } from '../platform/text/failure-reason.js';
import { Phone } from '../platform/text/phone.rules.js';
import { Secret } from '../platform/text/secret.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { BrandCheck } from './brand-check.js';
import { CallbackInbox } from './callback-inbox.js';
import { Fingerprints } from './fingerprints.js';
import { type Opened, SendJournal } from './journal/send-journal.js';
import type { Reply, Settling } from './journal/settling.js';
import type { Settled } from './journal/settlings.js';
import { NotOnWhatsappLimit } from './not-on-whatsapp/not-on-whatsapp-limit.js';
import { OtpMetrics } from './otp-metrics.js';
import type { OwnCode } from './own-code.js';
import { NO_PLACE, RecipientLimits } from './recipient-limits.js';
import { Sandbox, type SandboxCourse } from './sandbox/sandbox.js';
import type { SendOtpDto, SendResult } from './send.dto.js';
import { ACCEPTED, type CountedSend, countedSendOf, SEND_TALLY } from './tally-names.js';
import { correlationOf, gatewayFailure, sendResult } from './telling.js';

/** What only some sends have. */
interface Special {
  own?: OwnCode;
  /** The only device that may take it; else any of the pool. */
  onlyDeviceId?: number;
}

/** A send as it was asked for. */
interface Request extends Special {
  who: ApiKeyPrincipal;
  body: SendOtpDto;
  claim?: IdempotencyClaim;
}

/** A send within its limits. */
interface Asked extends Request {
  phone: Phone;
  brand: string;
  recipientIndex: string;
  course?: SandboxCourse;
}

/** A send whose charge is committed. */
interface UnderWay {
  who: ApiKeyPrincipal;
  opened: Opened;
  phone: Phone;
  claim?: IdempotencyClaim;
  /** Of a test key's send. */
  course?: SandboxCourse;
}

/** The way of a send: limits, open, dispatch, settle. Code and phone live in this call and nowhere else. */
@Injectable()
export class OtpService {
  constructor(
    private readonly brands: BrandCheck,
    private readonly fingerprints: Fingerprints,
    private readonly limits: RecipientLimits,
    private readonly unregistered: NotOnWhatsappLimit,
    private readonly pool: DevicePool,
    private readonly journal: SendJournal,
    private readonly dispatcher: GatewayDispatcher,
    private readonly inbox: CallbackInbox,
    private readonly sandbox: Sandbox,
    private readonly metrics: OtpMetrics,
    private readonly tallies: Tallies,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends a code; fails as `SEND_FAILURES` has it. */
  async send(
    who: ApiKeyPrincipal,
    body: SendOtpDto,
    claim?: IdempotencyClaim,
    special: Special = {},
  ): Promise<SendResult> {
    const request = { who, body, claim, ...special };
    if (who.mode === 'test') return this.sendUncounted(request);
    try {
      const answer = await this.unregistered.run(who, () => this.sendUncounted(request));
      this.note(ACCEPTED);
      return answer;
    } catch (error) {
      const outcome = countedSendOf(error);
      this.note(outcome);
      if (outcome.code === 'insufficient_credit') this.metrics.creditRefused.inc();
      throw error;
    }
  }

  private note({ code, kind }: CountedSend): void {
    this.metrics.sends.inc({ outcome: code });
    this.tallies.add(SEND_TALLY, 'minute', kind);
  }

  private async sendUncounted(request: Request): Promise<SendResult> {
    const { who, body, claim, own, onlyDeviceId } = request;
    const phone = Phone.parse(body.phone);
    if (!phone) throw new AppError('phone_invalid');
    const brand = await this.brands.brandOf(who, body.company_name);
    const course = who.mode === 'test' ? this.sandbox.courseOf(phone) : undefined;
    const recipientIndex = this.fingerprints.recipient(phone);
    failpoint('send.limits');
    const giveBack = course?.isMagic ? NO_PLACE : await this.limits.attempt(who, recipientIndex);
    const opening = this.open({ ...request, phone, brand, recipientIndex, course });
    const opened = await opening.catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    failpoint('send.opened');
    const send: UnderWay = { who, opened, phone, claim, course };
    const refusal = await own?.attach(opened.message);
    if (refusal) {
      await giveBack();
      return this.withdraw(send, refusal);
    }
    const result = await this.dispatch(send, {
      reference: opened.message.reference,
      phone,
      recipientIndex,
      onlyDeviceId,
      code: new Secret(body.otp_code),
      brand,
      language: body.language,
    });
    failpoint('send.dispatched');
    // A refused message was provably not sent, and is refunded. It gives its place back, or sends that fail would close
    // a phone for nothing.
    if (result.outcome.kind === 'refused') await giveBack();
    return this.conclude(send, result);
  }

  private async open(asked: Asked): Promise<Opened> {
    const { who, body, phone, brand, recipientIndex, claim, course, own, onlyDeviceId } = asked;
    failpoint('send.device');
    const devices = course ? NONE_NEEDED : await this.pool.availability(recipientIndex, onlyDeviceId);
    return this.journal.open({
      who,
      phone,
      companyName: brand,
      externalId: body.external_id ?? null,
      metadata: body.metadata ? JSON.stringify(body.metadata) : null,
      verification: own?.verification,
      recipientIndex,
      duplicateIndex: own?.codeIndex ?? this.fingerprints.code(who, phone, body.otp_code),
      // Only we have the codes that we made, so there is no second send of the same code.
      repeatable: own !== undefined || course?.isMagic,
      deviceAvailable: devices.isAvailable,
      retryAfterSeconds: devices.retryAfterSeconds,
      claim,
    });
  }

  private async dispatch({ opened, course }: UnderWay, message: OtpMessage): Promise<DispatchResult> {
    if (course) return this.sandbox.dispatch(course, message.reference);
    return this.mayDispatch(opened) ? this.dispatcher.send(message) : TOO_LATE;
  }

  /** A sender that cannot finish within its lease must not begin: the recovery may refund the message by then. */
  private mayDispatch({ message }: Opened): boolean {
    return addSeconds(this.clock.now(), this.config.GATEWAY_TIMEOUT_MS / 1000) <= message.leaseUntil;
  }

  /**
   * Nobody wants the send any more: it is refunded, and the same request may come again. Without its course, since what
   * is not sent has no steps.
   */
  private async withdraw({ course: _, ...send }: UnderWay, refusal: AppError): Promise<never> {
    const { claim } = send;
    await this.settle(send, { news: NOT_WANTED, reply: claim && { claim, kind: 'release' } });
    throw refusal;
  }

  private async conclude(
    send: UnderWay,
    { outcome, deviceId, attempts }: DispatchResult,
  ): Promise<SendResult> {
    const { opened, phone, claim, course } = send;
    switch (outcome.kind) {
      case 'accepted': {
        const { id: gatewayMessageId } = outcome;
        const accepted = {
          messageId: gatewayMessageId,
          recipient: phone.mask(),
          balance: opened.balance,
          correlation: correlationOf(opened.message),
        };
        const reply: Reply | undefined = claim && { claim, kind: 'success', send: accepted };
        const news = { status: 'sent', deviceId, gatewayMessageId } as const;
        const settled = await this.settle(send, { news, attempts, reply });
        failpoint('send.answer');
        return sendResult(accepted, settled);
      }
      case 'refused': {
        const { reason: error, failureReason } = outcome;
        const news = { status: 'failed', refused: true, error, failureReason, deviceId } as const;
        if (attempts.length > 0 || course) return this.fail(send, { news, attempts }, 'gateway_error');
        // No device was asked: none was left after the charge, or it was too late. Refunded; the same request may come
        // again.
        await this.settle(send, { news, reply: claim && { claim, kind: 'release' } });
        throw new AppError('no_device', { body: { ...correlationOf(opened.message) } });
      }
      case 'unknown': {
        // If the id was fixed before the call, a callback finds the message by it, although the outcome is unknown.
        const { reason: error, failureReason, id: gatewayMessageId } = outcome;
        const news = { error, failureReason, deviceId, gatewayMessageId };
        return this.fail(send, { news, attempts }, 'gateway_unknown');
      }
      default:
        return outcome satisfies never;
    }
  }

  /** Settles, then throws the failure; it is kept like an answer. */
  private async fail(
    send: UnderWay,
    learnt: Learnt,
    code: 'gateway_error' | 'gateway_unknown',
  ): Promise<never> {
    const { opened, claim, course } = send;
    const { error: words, failureReason } = learnt.news;
    const error = gatewayFailure(
      code,
      opened.message,
      publicErrorText(words ?? '', failureReason),
      failureReason ?? 'unknown',
      course && 'info',
    );
    await this.settle(send, { ...learnt, reply: claim && { claim, kind: 'failure', error } });
    throw error;
  }

  /**
   * Throws the answer that was kept under the request's key before, if there is one. An outcome that cannot be stored
   * counts as unknown: the recovery will ask the gateway for it.
   */
  private async settle({ who, opened, course }: UnderWay, learnt: Learnt): Promise<Settled> {
    const { message } = opened;
    const steps = course && this.sandbox.plan(message, course);
    let settled: Settled;
    try {
      settled = await this.journal.settle({ message, steps, hasNoWebhooks: !who.hasWebhooks, ...learnt });
    } catch (error) {
      this.logger.error(
        { messageId: message.id, err: { message: (error as Error).message } },
        'an outcome was not written down',
      );
      throw gatewayFailure('gateway_unknown', message, 'the outcome could not be recorded yet', 'unknown');
    }
    failpoint('send.settled');
    if (course) await this.sandbox.advance(message);
    else if (settled.hasWaitingCallbacks) await this.inbox.applyWaiting(learnt.news.gatewayMessageId ?? '');
    if (settled.kept) throw new ReplayedResponse(settled.kept.status, settled.kept.answer);
    return settled;
  }
}

/** What a send learnt of its message. */
type Learnt = Omit<Settling, 'message'>;

/** A test key's message needs no device. */
const NONE_NEEDED: Availability = { isAvailable: true };

const NOT_WANTED = {
  status: 'failed',
  refused: true,
  error: 'its verification took no new code',
  failureReason: 'expired',
} as const;

const TOO_LATE: DispatchResult = {
  outcome: {
    kind: 'refused',
    reason: 'the server was too slow to send',
    retryElsewhere: false,
    failureReason: 'device_unavailable',
  },
  deviceId: null,
  attempts: [],
};
