import { expect } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { StatementSequence, THE_SEQUENCE } from '../../src/credit/statements/statement.entities.js';
import { StatementClosing } from '../../src/credit/statements/statement-closing.js';
import { createdInbound } from '../otp/inbound/inbound.js';
import { Verifier } from '../otp/verifications/verifications.js';
import { sendBody } from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';
import { NOTICE_SECONDS, setPrice } from './set-price.js';

export interface StatementItem {
  brand: string | null;
  api_key: string | null;
  channel: string | null;
  messages: number;
  charges: number;
  refunds: number;
}

export interface StatementData {
  number: string;
  month: string;
  opening_balance: number;
  top_ups: number;
  charges: number;
  refunds: number;
  closing_balance: number;
  first_day: string;
  last_day: string;
  operator: { name: string; address: string; tax_number: string };
  account: { name: string; address: string; tax_number: string };
  items: StatementItem[];
}

/** The month that closes next. */
export const openMonth = (service: TestService) =>
  service.database.read.findOneByOrFail(StatementSequence, { id: THE_SEQUENCE });

/** To a morning of the open month, in which an hour is not its end. */
export async function toOpenMonth(service: TestService): Promise<void> {
  service.clock.toMorning();
  await service.app.get(StatementClosing).closeDue();
}

/** So long after the end of the open month. */
export async function pastMonth(service: TestService, seconds: number): Promise<StatementSequence> {
  const open = await openMonth(service);
  service.clock.advance((open.endsAt.getTime() - service.clock.now().getTime()) / 1000 + seconds);
  return open;
}

/** Closes the open month, and returns it. */
export async function closeMonth(service: TestService): Promise<string> {
  const { month } = await pastMonth(service, 3600);
  await service.app.get(StatementClosing).closeDue();
  return month;
}

/** By an administrator. */
export async function moveCredit(service: TestService, userId: number, amount: number): Promise<void> {
  const path = `/api/admin/users/${userId}/credit`;
  const answer = await service.api.post(path, { amount, note: 'Uji' }, { token: await adminToken(service) });
  expect(answer).toAnswer(200);
}

/** What {@link seedMonth} leaves. */
export const SEEDED = {
  top_ups: 25_000,
  charges: 3 * 200 + 450 + 150 + 1000,
  refunds: 200,
  items: [
    { brand: 'Apotek <Uji>', api_key: 'gudang', channel: 'whatsapp', messages: 1, charges: 450, refunds: 0 },
    { brand: 'Toko Uji', channel: 'inbound', messages: 1, charges: 150, refunds: 0 },
    { brand: 'Toko Uji', channel: 'whatsapp', messages: 3, charges: 600, refunds: 200 },
    { brand: null, api_key: null, channel: 'adjustment', messages: 0, charges: 1000, refunds: 0 },
  ],
} as const;

/** An account with a month of every kind of line, two brands, two keys, and a price that changed. */
export async function seedMonth(service: TestService): Promise<Verifier> {
  const verifier = await Verifier.with(service, 20_000);
  const { userId, key } = verifier.account;
  const send = async (token: string, status: number, brand = 'Toko Uji') =>
    expect(await service.api.post('/api/otp/send', sendBody({ company_name: brand }), { token })).toAnswer(
      status,
    );
  await send(key, 200);
  await send(key, 200);
  service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
  await send(key, 502);
  await moveCredit(service, userId, 5000);
  await moveCredit(service, userId, -1000);
  await setPrice(service, { channel: 'inbound', price: 150 }, userId);
  await setPrice(service, { channel: 'whatsapp', price: 450 }, userId);
  service.clock.advance(NOTICE_SECONDS);
  await createdInbound(verifier, { company_name: 'Toko Uji' });
  const { key: other } = await service.app
    .get(ApiKeysService)
    .create(userId, { name: 'gudang', mode: 'live' });
  await send(other, 200, 'Apotek <Uji>');
  return verifier;
}
