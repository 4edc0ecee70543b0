import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Credit, Prices } from '../../credit/index.js';
import { InboundDevices } from '../../gateway/index.js';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { IdempotencyClaim } from '../../platform/idempotency/index.js';
import { newReference, randomBase62 } from '../../platform/ids/random.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Sealer } from '../../platform/security/sealer.js';
import { INBOUND_TOKEN_LENGTH, inboundText, waLink } from '../../platform/text/inbound-text.rules.js';
import type { LocalizedText } from '../../platform/text/language.js';
import { Phone } from '../../platform/text/phone.rules.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { RestrictedRecipients } from '../../privacy/records/index.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { BrandCheck } from '../brand-check.js';
import { Fingerprints } from '../fingerprints.js';
import { ownIdsOf } from '../message.presenter.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { SENT_MESSAGE } from '../send.dto.js';
import type {
  CreatedInboundVerification,
  CreateVerificationDto,
  VerificationView,
} from '../verifications/verification.dto.js';
import { InboundVerification } from '../verifications/verification.entities.js';
import type { Ending } from '../verifications/verification.rules.js';
import { INBOUND_PREFIX, inboundStatusAt } from './inbound.rules.js';
import { InboundEndings, inboundView } from './inbound-endings.js';

export const ASKED_MESSAGE = {
  id: 'Minta pengguna mengirim pesan ini lewat WhatsApp.',
  en: 'Ask your user to send this message by WhatsApp.',
};

export const createdMessage = (data: unknown): LocalizedText =>
  (data as { method: string }).method === 'inbound' ? ASKED_MESSAGE : SENT_MESSAGE;

/** The WhatsApp number that test keys get. It is toll-free, so no WhatsApp account can have it. */
const TEST_NUMBER = '628000000000';

type InboundBody = Pick<
  CreateVerificationDto,
  'phone' | 'company_name' | 'ttl_seconds' | 'external_id' | 'metadata'
>;

/** The account that a verification must belong to, and its mode; without `mode`: either. */
type InboundOwner = Pick<ApiKeyPrincipal, 'userId'> & Partial<Pick<ApiKeyPrincipal, 'mode'>>;

/** Where the user's text goes, and how the verification ends if none comes. */
interface Target {
  deviceId: number | null;
  number: string;
  dueSeconds: number;
  dueStatus: Ending;
}

/** Creates inbound verifications. A token in clear exists only in {@link create} and its response. */
@Injectable()
export class InboundVerifications {
  constructor(
    private readonly database: Database,
    private readonly endings: InboundEndings,
    private readonly devices: InboundDevices,
    private readonly brands: BrandCheck,
    private readonly sandbox: Sandbox,
    private readonly fingerprints: Fingerprints,
    private readonly restricted: RestrictedRecipients,
    private readonly webhooks: WebhookOutbox,
    private readonly prices: Prices,
    private readonly credit: Credit,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Sends nothing. Fails like a send, and with `no_device`. */
  async create(
    who: ApiKeyPrincipal,
    body: InboundBody,
    claim?: IdempotencyClaim,
  ): Promise<CreatedInboundVerification> {
    const phone = Phone.parse(body.phone);
    if (!phone) throw new AppError('phone_invalid');
    const brand = await this.brands.brandOf(who, body.company_name);
    const recipient = this.fingerprints.recipient(phone);
    await this.restricted.requireUnrestricted(recipient);
    const { ttl_seconds: ttlSeconds } = body;
    const target =
      who.mode === 'test' ? this.testTarget(phone, ttlSeconds) : await this.liveTarget(ttlSeconds);
    const text = inboundText(brand, randomBase62(INBOUND_TOKEN_LENGTH));
    const createdAt = this.clock.now();
    const { userId, apiKeyId } = who;
    const livemode = who.mode === 'live';
    const price = livemode ? await this.prices.of({ userId, channel: 'inbound', at: createdAt }) : 0;
    const row: Omit<InboundVerification, 'id'> = {
      reference: newReference(INBOUND_PREFIX, createdAt),
      ...{ userId, apiKeyId, livemode, deviceId: target.deviceId },
      ...{ status: 'pending', recipientMasked: phone.mask(), companyName: brand },
      price,
      recipientIndex: recipient[0],
      textIndex: this.fingerprints.inboundText(text)[0],
      externalId: body.external_id ?? null,
      metadata: body.metadata ? JSON.stringify(body.metadata) : null,
      ...{ createdAt, expiresAt: addSeconds(createdAt, ttlSeconds), endedAt: null },
      ...{ dueAt: addSeconds(createdAt, target.dueSeconds), dueStatus: target.dueStatus },
      ...{ phoneHiddenAt: null, phoneDiffersAt: null },
    };
    const answer = await this.insert(who, row, { number: target.number, text, claim });
    if (!row.livemode) this.endings.expect(row);
    return answer;
  }

  async get(who: InboundOwner, reference: string): Promise<VerificationView> {
    const stored = await this.database.read.findOneBy(InboundVerification, ownedBy(who, reference));
    const row = found(stored, reference);
    return inboundView(row, inboundStatusAt(row, this.clock.now()));
  }

  /** Cancels a pending verification. If it has ended already, changes nothing and returns its state. */
  async cancel(who: ApiKeyPrincipal, reference: string, claim?: IdempotencyClaim): Promise<VerificationView> {
    const { view, hasEvent } = await this.database.tx(async (tx) => {
      await claim?.take(tx);
      const before = found(
        await this.database.lockRow(tx, InboundVerification, ownedBy(who, reference)),
        reference,
      );
      const now = inboundStatusAt(before, this.clock.now());
      const status = now === 'pending' ? 'cancelled' : now;
      const hasEvent = before.status === 'pending' && (await this.endings.end(tx, before, status));
      const view = inboundView(before, status);
      await claim?.finish(tx, view);
      return { view, hasEvent };
    });
    if (hasEvent) this.webhooks.committed();
    return view;
  }

  private async liveTarget(dueSeconds: number): Promise<Target> {
    const device = await this.devices.pick();
    if (!device?.number) throw new AppError('no_device');
    return { deviceId: device.id, number: device.number, dueSeconds, dueStatus: 'expired' };
  }

  /** For test keys the magic number decides the ending, not a text. Fails if it stands for a failure. */
  private testTarget(phone: Phone, ttlSeconds: number): Target {
    const { check } = this.sandbox.scenarioOf(phone);
    const target = { deviceId: null, number: TEST_NUMBER };
    if (check === undefined || check === 'wrong')
      return { ...target, dueSeconds: ttlSeconds, dueStatus: 'expired' };
    const dueStatus = check === 'right' ? 'approved' : check;
    return { ...target, dueSeconds: this.config.TEST_STEP_SECONDS, dueStatus };
  }

  /** Fails with `spend_cap_reached` and `insufficient_credit`. */
  private insert(
    who: ApiKeyPrincipal,
    row: Omit<InboundVerification, 'id'>,
    { number, text, claim }: { number: string; text: string; claim: IdempotencyClaim | undefined },
  ): Promise<CreatedInboundVerification> {
    return this.database.tx(async (tx) => {
      await claim?.take(tx);
      // The transaction may run again, and an insert writes the new id into its argument.
      await tx.insert(InboundVerification, { ...row });
      failpoint('inbound.inserted');
      const { userId, price, reference: verification } = row;
      const charge = { userId, amount: -price, verification };
      const balance = await this.credit.enterVerification(tx, charge, who.spendCaps);
      const answer: CreatedInboundVerification = {
        verification_id: row.reference,
        method: 'inbound',
        status: row.status,
        recipient: row.recipientMasked,
        wa_number: number,
        message: text,
        wa_link: waLink(number, text),
        expires_at: row.expiresAt.toISOString(),
        credit_used: row.price,
        credit_balance: balance,
        ...ownIdsOf(row),
      };
      await claim?.finishSealed(tx, answer, this.sealer);
      return answer;
    });
  }
}

const ownedBy = ({ userId, mode }: InboundOwner, reference: string) => ({
  reference,
  userId,
  ...(mode && { livemode: mode === 'live' }),
});

/** Compares again, since MySQL ignores spaces at the end of a text. */
function found(row: InboundVerification | null, reference: string): InboundVerification {
  if (row?.reference !== reference) throw new AppError('not_found');
  return row;
}
