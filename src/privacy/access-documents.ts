import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Database, list, momentOf, type Rows, statement } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { type Channel, CHANNEL_NAMES } from '../platform/text/channel.js';
import type { Language } from '../platform/text/message-template.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import type { AccessDocumentView } from './privacy.dto.js';
import { indexesOf, PrivacyRequest } from './records/index.js';

const ROWS_MAX = 5000;

const TEXTS = {
  id: {
    purposes: [
      'Mengirim kode verifikasi (OTP) atas permintaan akun yang Anda gunakan',
      'Mencegah penyalahgunaan: batas pengiriman per nomor dan penjaga penipuan',
    ],
    kept: 'Pesan dan verifikasi',
    tests: 'Pesan uji',
    deliveries: 'Catatan pengiriman webhook',
    responses: 'Tanggapan tersimpan untuk permintaan ulang',
    days: 'hari',
    hours: 'jam',
    unlimited: 'sampai dihapus',
  },
  en: {
    purposes: [
      'Sending verification codes (OTP) for the accounts that you use',
      'Preventing abuse: limits of sends to a phone, and the guard against fraud',
    ],
    kept: 'Messages and verifications',
    tests: 'Test messages',
    deliveries: 'Log of webhook deliveries',
    responses: 'Responses stored for retries',
    days: 'days',
    hours: 'hours',
    unlimited: 'until they are deleted',
  },
} as const;

/** Builds the document of what is stored about a phone at the time when the document is read. */
@Injectable()
export class AccessDocuments {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Fails with `not_found` unless this is a completed request for access, whose phone was not erased since. */
  async of(id: number, language: Language): Promise<AccessDocumentView> {
    const request = orNotFound(await this.database.read.findOneBy(PrivacyRequest, { id }));
    const indexes = indexesOf(request);
    if (request.kind !== 'access' || request.status !== 'completed' || indexes.length === 0)
      throw new AppError('not_found');
    const is = `recipient_index IN ${list(indexes)}`;
    const count = async (sql: string, values: readonly (string | number)[] = indexes) =>
      Number((await this.read(`SELECT COUNT(*) AS number FROM ${sql}`, values))[0]?.['number'] ?? 0);
    const entries = request.found?.listEntries ?? [];
    return {
      request_id: id,
      ...this.calendar.fields('generated_at', this.clock.now()),
      controller: await this.controller(),
      purposes: [...TEXTS[language].purposes],
      retention: this.retention(language),
      receivers: await this.receivers(is, indexes),
      message_count: await count(`messages WHERE ${is}`),
      messages: await this.messages(is, indexes),
      verifications: await this.verifications(is, indexes),
      listed:
        entries.length === 0 ? 0 : await count(`fraud_list_entries WHERE id IN ${list(entries)}`, entries),
      device_contacts: await count(`device_pairs WHERE ${is}`),
      restricted: await this.isRestricted(indexes),
    };
  }

  private async messages(is: string, indexes: readonly string[]): Promise<AccessDocumentView['messages']> {
    const rows = await this.read(
      `SELECT m.recipient_masked, m.channel, m.status, m.company_name, m.created_at, m.delivered_at, u.username
        FROM messages m LEFT JOIN users u ON u.id = m.user_id
        WHERE m.${is} ORDER BY m.created_at DESC, m.id DESC LIMIT ${ROWS_MAX}`,
      indexes,
    );
    return rows.map((row) => ({
      recipient: String(row['recipient_masked']),
      channel: row['channel'] as Channel,
      status: String(row['status']),
      brand: String(row['company_name']),
      account: accountOf(row),
      ...this.calendar.fields('created_at', momentOf(row['created_at'])),
      ...this.calendar.fields(
        'delivered_at',
        row['delivered_at'] === null ? null : momentOf(row['delivered_at']),
      ),
    }));
  }

  private async verifications(
    is: string,
    indexes: readonly string[],
  ): Promise<AccessDocumentView['verifications']> {
    const rows = await this.read(
      `SELECT * FROM (SELECT 'code' AS method, v.status, v.created_at, u.username
          FROM messages m JOIN verifications v ON v.message_id = m.id LEFT JOIN users u ON u.id = v.user_id
          WHERE m.${is} LIMIT ${ROWS_MAX}) codes
        UNION ALL SELECT * FROM (SELECT 'inbound', i.status, i.created_at, u.username
          FROM inbound_verifications i LEFT JOIN users u ON u.id = i.user_id WHERE i.${is} LIMIT ${ROWS_MAX}) inbounds
        ORDER BY created_at DESC`,
      [...indexes, ...indexes],
    );
    return rows.map((row) => ({
      method: row['method'] as 'code' | 'inbound',
      status: String(row['status']),
      account: accountOf(row),
      ...this.calendar.fields('created_at', momentOf(row['created_at'])),
    }));
  }

  private async receivers(is: string, indexes: readonly string[]): Promise<AccessDocumentView['receivers']> {
    const rows = await this.read(
      `SELECT DISTINCT 'account' AS kind, u.username AS name, NULL AS channel
          FROM messages m JOIN users u ON u.id = m.user_id WHERE m.${is}
        UNION SELECT 'account', u.username, NULL
          FROM inbound_verifications i JOIN users u ON u.id = i.user_id WHERE i.${is}
        UNION SELECT 'gateway', d.driver, m.channel
          FROM messages m JOIN devices d ON d.id = m.device_id WHERE m.${is}
        UNION SELECT 'gateway', d.driver, a.channel FROM messages m
          JOIN message_attempts a ON a.message_id = m.id JOIN devices d ON d.id = a.device_id WHERE m.${is}
        UNION SELECT 'webhook', e.url, NULL FROM messages m JOIN webhook_deliveries w ON w.message_id = m.id
          JOIN webhook_endpoints e ON e.id = w.endpoint_id WHERE m.${is} AND w.attempts > 0
        ORDER BY kind, name, channel`,
      [...indexes, ...indexes, ...indexes, ...indexes, ...indexes],
    );
    return rows.map(({ kind, name, channel }) => ({
      kind: kind as 'account' | 'gateway' | 'webhook',
      name:
        kind === 'webhook'
          ? new URL(String(name)).host
          : channel === null
            ? String(name)
            : `${String(name)} (${CHANNEL_NAMES[channel as Channel]})`,
    }));
  }

  private retention(language: Language): string[] {
    const { kept, tests, deliveries, responses, days, hours, unlimited } = TEXTS[language];
    const { MESSAGE_RETENTION_DAYS, TEST_MESSAGE_RETENTION_DAYS, WEBHOOK_LOG_DAYS } = this.config;
    const inDays = (count: number) => (count > 0 ? `${count} ${days}` : unlimited);
    return [
      `${kept}: ${inDays(MESSAGE_RETENTION_DAYS)}`,
      `${tests}: ${inDays(TEST_MESSAGE_RETENTION_DAYS)}`,
      `${deliveries}: ${inDays(WEBHOOK_LOG_DAYS)}`,
      `${responses}: ${this.config.IDEMPOTENCY_TTL_HOURS} ${hours}`,
    ];
  }

  private async controller(): Promise<string> {
    const [row] = await this.read('SELECT operator_name FROM top_up_guides', []);
    return (row?.['operator_name'] as string | null | undefined) ?? '';
  }

  private async isRestricted(indexes: readonly string[]): Promise<boolean> {
    const rows = await this.database.read.findBy(PrivacyRequest, {
      kind: 'restriction',
      status: 'completed',
    });
    return rows.some((row) => indexesOf(row).some((index) => indexes.includes(index)));
  }

  private read(sql: string, values: readonly (string | number)[]): Promise<Rows> {
    return this.database.query(statement(sql, values));
  }
}

/** A dash if there is no such account. */
const accountOf = ({ username }: Rows[number]): string => (username as string | null) ?? '–';
