import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { addSeconds, Clock } from '../common/clock.js';
import { Config } from '../common/config/index.js';
import { AppError } from '../common/errors/index.js';
import { failpoint } from '../common/failpoint.js';
import type { IdempotencyClaim } from '../common/idempotency/index.js';
import { LOGGER } from '../common/logger-token.js';
import { Metrics } from '../common/observability/index.js';
import { Phone } from '../common/phone.js';
import type { ApiKeyPrincipal } from '../common/principal.js';
import { ReplayedAnswer } from '../common/replayed-answer.js';
import { Secret } from '../common/secret.js';
import { BlindIndex } from '../common/security/blind-index.js';
import { DevicePool, GatewayDispatcher, type DispatchResult } from '../gateway/index.js';
import { CallbackInbox } from './callback-inbox.js';
import { messageText } from './message-text.js';
import { RecipientLimits } from './recipient-limits.js';
import type { SendOtpDto, SendResult } from './send.dto.js';
import { SendJournal, type AlsoWrite, type Opened } from './send-journal.js';
import type { Settled, Settlement } from './settle.js';

/** A send whose charge is committed. */
interface UnderWay {
  opened: Opened;
  phone: Phone;
  claim?: IdempotencyClaim;
}

/** The way of a send: limits, open, dispatch, settle. Code and phone live in this call and nowhere else. */
@Injectable()
export class OtpService {
  private readonly recipients: BlindIndex;
  private readonly duplicates: BlindIndex;

  constructor(
    private readonly limits: RecipientLimits,
    private readonly pool: DevicePool,
    private readonly journal: SendJournal,
    private readonly dispatcher: GatewayDispatcher,
    private readonly inbox: CallbackInbox,
    private readonly metrics: Metrics,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.recipients = new BlindIndex(config.DATA_KEY, 'recipient');
    this.duplicates = new BlindIndex(config.DATA_KEY, 'duplicate');
  }

  /** Sends a code; fails with the codes of product.md §1, in that order. */
  async send(who: ApiKeyPrincipal, body: SendOtpDto, claim?: IdempotencyClaim): Promise<SendResult> {
    try {
      return await this.attempt(who, body, claim);
    } catch (error) {
      const outcome = outcomeOf(error);
      this.metrics.sends.inc({ outcome });
      if (outcome === 'insufficient_credit') this.metrics.creditRefused.inc();
      throw error;
    }
  }

  private async attempt(
    who: ApiKeyPrincipal,
    body: SendOtpDto,
    claim?: IdempotencyClaim,
  ): Promise<SendResult> {
    const phone = Phone.parse(body.phone);
    if (!phone) throw new AppError('phone_invalid');
    const livemode = who.mode === 'live';
    const recipientIndex = this.recipients.of(phone.reveal());
    failpoint('send.limits');
    await this.limits.attempt(who.userId, livemode, recipientIndex);
    failpoint('send.device');
    const opened = await this.journal.open({
      who,
      phone,
      companyName: body.company_name,
      recipientIndex,
      duplicateIndex: this.duplicates.of(who.userId, who.mode, phone.reveal(), body.otp_code),
      deviceAvailable: !livemode || (await this.pool.isAvailable()),
      claim,
    });
    failpoint('send.opened');
    const send: UnderWay = { opened, phone, claim };
    if (!livemode) return this.answerTest(send);
    const text = new Secret(messageText(body.otp_code, body.company_name));
    const result = this.mayDispatch(opened)
      ? await this.dispatcher.send({ reference: opened.reference, phone, text })
      : TOO_LATE;
    failpoint('send.dispatched');
    return this.conclude(send, result);
  }

  /** A process that slept through its lease must not send what the recovery may have refunded by now. */
  private mayDispatch({ leaseUntil }: Opened): boolean {
    return addSeconds(this.clock.now(), this.config.GATEWAY_TIMEOUT_MS / 1000) <= leaseUntil;
  }

  private async conclude(send: UnderWay, result: DispatchResult): Promise<SendResult> {
    const { outcome, deviceId, attempts } = result;
    switch (outcome.kind) {
      case 'accepted': {
        const gatewayMessageId = outcome.id;
        const answer = await this.succeed(send, { status: 'sent', deviceId, gatewayMessageId, attempts });
        failpoint('send.settled');
        await this.inbox.applyWaiting(gatewayMessageId);
        failpoint('send.answer');
        this.metrics.sends.inc({ outcome: 'accepted' });
        return answer;
      }
      case 'refused': {
        const error = outcome.reason;
        const settlement = { status: 'failed', refused: true, error, deviceId, attempts } as const;
        if (attempts.length > 0) return this.fail(send, settlement, failure('gateway_error', error));
        // The last device went after the charge: refunded, and the same request may come again.
        await this.settle(send, settlement, (tx) => send.claim?.release(tx));
        throw new AppError('no_device');
      }
      case 'unknown':
        return this.fail(
          send,
          { error: outcome.reason, deviceId, attempts },
          failure('gateway_unknown', outcome.reason),
        );
      default:
        return outcome satisfies never;
    }
  }

  /** Settles and answers; the answer is kept under the request's key with what it says. */
  private async succeed(send: UnderWay, settlement: Settlement & { gatewayMessageId: string }) {
    const answer = (settled: Settled) => answerOf(send, settlement.gatewayMessageId, settled);
    return answer(
      await this.settle(send, settlement, (tx, settled) => send.claim?.finish(tx, answer(settled))),
    );
  }

  /** Settles, then throws `error`; it is kept like an answer. */
  private async fail(send: UnderWay, settlement: Settlement, error: AppError): Promise<never> {
    await this.settle(send, settlement, (tx) => send.claim?.fail(tx, error));
    throw error;
  }

  private async settle(send: UnderWay, settlement: Settlement, also: AlsoWrite): Promise<Settled> {
    const settled = await this.record(send.opened, settlement, also);
    if (send.claim?.earlier) throw send.claim.earlier;
    return settled;
  }

  /** An outcome that cannot be written down is as good as unknown: the recovery will ask the gateway for it. */
  private async record({ messageId }: Opened, settlement: Settlement, also: AlsoWrite): Promise<Settled> {
    try {
      return await this.journal.settle(messageId, settlement, also);
    } catch (error) {
      this.logger.error(
        { messageId, err: { message: (error as Error).message } },
        'an outcome was not written down',
      );
      throw failure('gateway_unknown', 'the outcome could not be recorded yet');
    }
  }

  /** A test key's message goes nowhere and costs nothing: it counts as delivered at once. */
  private answerTest(send: UnderWay): Promise<SendResult> {
    return this.succeed(send, { status: 'delivered', gatewayMessageId: `test_${send.opened.reference}` });
  }
}

function answerOf({ opened, phone }: UnderWay, messageId: string, settled: Settled): SendResult {
  return {
    message_id: messageId,
    recipient: phone.mask(),
    credit_used: settled.creditUsed,
    credit_balance: settled.balance ?? opened.balance,
  };
}

const TOO_LATE: DispatchResult = {
  outcome: { kind: 'refused', reason: 'the server was too slow to send', retryElsewhere: false },
  deviceId: null,
  attempts: [],
};

/** Of a send that did not end in its own answer, for the metric. */
function outcomeOf(error: unknown): string {
  if (error instanceof ReplayedAnswer) return 'recovered';
  return error instanceof AppError ? error.code : 'internal_error';
}

/** Both failures say `Gagal mengirim OTP: …` and carry the gateway's own (scrubbed) words. */
function failure(code: 'gateway_error' | 'gateway_unknown', reason: string): AppError {
  return new AppError(code, { message: `Gagal mengirim OTP: ${reason}`, body: { error_message: reason } });
}
