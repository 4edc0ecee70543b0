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
import { Secret } from '../common/secret.js';
import { BlindIndex } from '../common/security/blind-index.js';
import { DevicePool, GatewayDispatcher, type DispatchResult } from '../gateway/index.js';
import { CallbackInbox } from './callback-inbox.js';
import { messageText } from './message-text.js';
import { RecipientLimits } from './recipient-limits.js';
import type { SendOtpDto, SendResult } from './send.dto.js';
import { SendJournal, type Opened } from './send-journal.js';
import type { Settled, Settlement } from './settle.js';

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
      const outcome = error instanceof AppError ? error.code : 'internal_error';
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
    if (claim) claim.acted = true;
    if (!livemode) return this.answerTest(opened, phone);
    const text = new Secret(messageText(body.otp_code, body.company_name));
    const result = this.mayDispatch(opened)
      ? await this.dispatcher.send({ reference: opened.reference, phone, text })
      : TOO_LATE;
    failpoint('send.dispatched');
    return this.conclude(opened, phone, result);
  }

  /** A process that slept through its lease must not send what the recovery may have refunded by now. */
  private mayDispatch({ leaseUntil }: Opened): boolean {
    return addSeconds(this.clock.now(), this.config.GATEWAY_TIMEOUT_MS / 1000) <= leaseUntil;
  }

  private async conclude(opened: Opened, phone: Phone, result: DispatchResult): Promise<SendResult> {
    const { outcome, deviceId, attempts } = result;
    switch (outcome.kind) {
      case 'accepted': {
        const gatewayMessageId = outcome.id;
        const settled = await this.settle(opened, { status: 'sent', deviceId, gatewayMessageId, attempts });
        failpoint('send.settled');
        await this.inbox.applyWaiting(gatewayMessageId);
        failpoint('send.answer');
        this.metrics.sends.inc({ outcome: 'accepted' });
        return this.answer(opened, phone, gatewayMessageId, settled);
      }
      case 'refused': {
        const error = outcome.reason;
        await this.settle(opened, { status: 'failed', refused: true, error, deviceId, attempts });
        if (attempts.length === 0) throw new AppError('no_device');
        throw failure('gateway_error', error);
      }
      case 'unknown':
        await this.settle(opened, { error: outcome.reason, deviceId, attempts });
        throw failure('gateway_unknown', outcome.reason);
      default:
        return outcome satisfies never;
    }
  }

  /** An outcome that cannot be written down is as good as unknown: the recovery will ask the gateway for it. */
  private async settle({ messageId }: Opened, settlement: Settlement): Promise<Settled> {
    try {
      return await this.journal.settle(messageId, settlement);
    } catch (error) {
      this.logger.error(
        { messageId, err: { message: (error as Error).message } },
        'an outcome was not written down',
      );
      throw failure('gateway_unknown', 'the outcome could not be recorded yet');
    }
  }

  /** A test key's message goes nowhere and costs nothing: it counts as delivered at once. */
  private async answerTest(opened: Opened, phone: Phone): Promise<SendResult> {
    const gatewayMessageId = `test_${opened.reference}`;
    const settled = await this.journal.settle(opened.messageId, { status: 'delivered', gatewayMessageId });
    return this.answer(opened, phone, gatewayMessageId, settled);
  }

  private answer(opened: Opened, phone: Phone, messageId: string, settled: Settled): SendResult {
    return {
      message_id: messageId,
      recipient: phone.mask(),
      credit_used: settled.creditUsed,
      credit_balance: settled.balance ?? opened.balance,
    };
  }
}

const TOO_LATE: DispatchResult = {
  outcome: { kind: 'refused', reason: 'the server was too slow to send', retryElsewhere: false },
  deviceId: null,
  attempts: [],
};

/** Both failures say `Gagal mengirim OTP: …` and carry the gateway's own (scrubbed) words. */
function failure(code: 'gateway_error' | 'gateway_unknown', reason: string): AppError {
  return new AppError(code, { message: `Gagal mengirim OTP: ${reason}`, body: { error_message: reason } });
}
