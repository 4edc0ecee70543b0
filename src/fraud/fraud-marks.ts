import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../config/index.js';
import { addressKey, networkKey } from '../platform/limits/index.js';
import { BlindIndex, type Indexes } from '../platform/security/hashing.js';
import type { Phone } from '../platform/text/phone.rules.js';
import type { ClientInfo } from './client-info.js';
import type { BlockSubject, FraudGroup } from './fraud.rules.js';

/** Digits of a prefix that may be stored and shown. */
const SHOWN_DIGITS = 5;
/** A prefix is a phone without its last four digits. */
const PREFIX_CUT = 4;
const HUNDRED_CUT = 2;
const ACCOUNTS_MAX = 10_000;

export interface Mark {
  group: FraudGroup;
  /** Fingerprints of account, group and value. */
  marks: Indexes;
  /** The group that is blocked if this one looks like fraud. */
  blocked: { subject: BlockSubject; marks: Indexes; digits: string | null };
}

/** Fingerprints of phones, prefixes and clients. Each account has its own. */
@Injectable()
export class FraudMarks {
  private readonly index: BlindIndex;
  /** Every send needs that of its account. */
  private readonly accounts = new LRUCache<number, Mark>({
    max: ACCOUNTS_MAX,
    memoMethod: (userId) => this.mark(userId, 'account', ''),
  });

  constructor(config: Config) {
    this.index = new BlindIndex(config.dataKeys, 'fraud');
  }

  of(userId: number, phone: Phone, client: ClientInfo | undefined): Mark[] {
    const digits = phone.reveal();
    const marks = this.index.all(userId, 'prefix', digits.slice(0, -PREFIX_CUT));
    const blocked = { subject: 'prefix' as const, marks, digits: shownDigits(digits) };
    return [
      { group: 'prefix', marks, blocked },
      { group: 'hundred', marks: this.index.all(userId, 'hundred', digits.slice(0, -HUNDRED_CUT)), blocked },
      ...this.ofClient(userId, client ?? {}),
      this.account(userId),
    ];
  }

  account(userId: number): Mark {
    return this.accounts.memo(userId);
  }

  listed(userId: number, kind: 'phone' | 'prefix', digits: string): Indexes {
    return this.index.all(userId, `listed_${kind}`, digits);
  }

  private ofClient(userId: number, { ip, device_id, ...agent }: ClientInfo): Mark[] {
    const network = ip === undefined ? undefined : networkKey(ip);
    const { user_agent, platform = '', app_version = '' } = agent;
    return [
      ...(device_id === undefined ? [] : [this.mark(userId, 'device', device_id)]),
      ...(ip === undefined ? [] : [this.mark(userId, 'address', addressKey(ip))]),
      ...(network === undefined ? [] : [this.mark(userId, 'network', network)]),
      ...(network === undefined || user_agent === undefined
        ? []
        : [this.mark(userId, 'agent', network, user_agent, platform, app_version)]),
    ];
  }

  private mark(userId: number, group: Exclude<BlockSubject, 'prefix'>, ...values: string[]): Mark {
    const marks = this.index.all(userId, group, ...values);
    return { group, marks, blocked: { subject: group, marks, digits: null } };
  }
}

export const shownDigits = (digits: string): string => digits.slice(0, SHOWN_DIGITS);
