import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { Database, execute } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { Phone } from '../platform/text/phone.rules.js';
import { addSeconds, Clock, secondsUntil } from '../platform/time/clock.js';
import { Fingerprints } from './fingerprints.js';
import { Message } from './message.entities.js';
import { countConverted } from './message-counters.js';
import { triesFor, WrongCodes } from './recipient-limits.js';
import type { CheckOtpDto, CheckResult } from './send.dto.js';

/** The same code may have been sent several times; at most this many copies are read. */
const COPIES_MAX = 50;

/** Checks a code against the codes sent to a phone. Compares fingerprints only. Each code is valid once. */
@Injectable()
export class OtpCheck {
  constructor(
    private readonly database: Database,
    private readonly fingerprints: Fingerprints,
    private readonly wrongCodes: WrongCodes,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * A correct code converts its message; a wrong one counts against every open message to the phone. Fails with
   * `check_limited` when all open messages have had their tries, or when the account has used up its wrong codes of
   * the hour for the phone.
   */
  async check(who: ApiKeyPrincipal, body: CheckOtpDto): Promise<CheckResult> {
    const phone = Phone.parse(body.phone);
    if (!phone) throw new AppError('phone_invalid');
    const codes = this.fingerprints.code(who, phone, body.otp_code);
    const open = this.openTo(who, phone);
    const triesMax = triesFor(body.otp_code.length, this.config.CHECK_ATTEMPTS_MAX);
    const withTries = { ...open, checkTries: LessThan(triesMax) };
    const decide = () =>
      this.database.tx(async (tx) => {
        if (await this.convert(tx, { ...withTries, duplicateIndex: In([...codes]) }, triesMax))
          return { valid: true };
        if (!(await countMiss(tx, withTries))) await this.refuseOpen(tx, open);
        return { valid: false };
      });
    return this.wrongCodes.count(who, this.fingerprints.recipient(phone), decide, ({ valid }) => !valid);
  }

  /**
   * Open messages: recent ones whose code was not used yet. The code of a failed message has reached nobody. Codes of
   * verifications are checked by routes of their own.
   */
  private openTo({ userId, mode }: ApiKeyPrincipal, phone: Phone): FindOptionsWhere<Message> {
    return {
      userId,
      livemode: mode === 'live',
      recipientIndex: In([...this.fingerprints.recipient(phone)]),
      createdAt: MoreThan(addSeconds(this.clock.now(), -this.config.CHECK_TTL_SECONDS)),
      status: Not('failed'),
      verification: IsNull(),
      convertedAt: IsNull(),
    };
  }

  /**
   * Converts every message with the code. Looking for the code before a try is counted reveals nothing, since a wrong
   * code costs a try before the response.
   */
  private async convert(
    tx: EntityManager,
    right: FindOptionsWhere<Message>,
    triesMax: number,
  ): Promise<boolean> {
    const copies = await tx.find(Message, { where: right, order: { id: 'ASC' }, take: COPIES_MAX });
    const converted: Message[] = [];
    for (const { id } of copies) {
      const copy = await this.database.lockRow(tx, Message, { id });
      if (!copy || !isOpen(copy, triesMax)) continue;
      await tx.update(Message, { id }, { convertedAt: this.clock.now(), checkTries: copy.checkTries + 1 });
      converted.push(copy);
    }
    // Messages before counters: the order of locks of a status update.
    await execute(tx, countConverted(this.database.engine, converted));
    return converted.length > 0;
  }

  /** If messages are open but have no try left, checks are refused until the newest of them is too old. */
  private async refuseOpen(tx: EntityManager, open: FindOptionsWhere<Message>): Promise<void> {
    const last = await tx.findOne(Message, { where: open, order: { createdAt: 'DESC' } });
    if (!last) return;
    const end = addSeconds(last.createdAt, this.config.CHECK_TTL_SECONDS);
    throw new AppError('check_limited', { retryAfterSeconds: secondsUntil(this.clock.now(), end) });
  }
}

const isOpen = ({ status, convertedAt, checkTries }: Message, triesMax: number) =>
  status !== 'failed' && convertedAt === null && checkTries < triesMax;

/** One statement, so that concurrent guesses cannot exceed the tries. */
async function countMiss(tx: EntityManager, withTries: FindOptionsWhere<Message>): Promise<boolean> {
  const { affected } = await tx.update(Message, withTries, { checkTries: () => 'check_tries + 1' });
  return (affected ?? 0) > 0;
}
