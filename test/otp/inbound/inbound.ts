import { expect } from 'vitest';
import { CreditEntry } from '../../../src/credit/credit.entities.js';
import { InboundVerification } from '../../../src/otp/verifications/verification.entities.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import type { Answer } from '../../support/api.js';
import type { TestService } from '../../support/service.js';
import { dataOf, type Verifier } from '../verifications/verifications.js';

/** Inbound verifications as an integrator and the user's phone see them. */

export interface CreatedInbound {
  verification_id: string;
  status: string;
  recipient: string;
  wa_number: string;
  message: string;
  wa_link: string;
  expires_at: string;
  credit_used: number;
  credit_balance: number;
}

export const createInbound = (verifier: Verifier, body: object = {}, headers: Record<string, string> = {}) =>
  verifier.create({ method: 'inbound', ...body }, headers);

export async function createdInbound(verifier: Verifier, body: object = {}): Promise<CreatedInbound> {
  const answer = await createInbound(verifier, body);
  expect(answer).toAnswer(201);
  return dataOf<CreatedInbound>(answer);
}

export const statusOf = async (verifier: Verifier, id: string) =>
  dataOf<{ status: string }>(await verifier.get(id)).status;

export const inboundRow = (service: TestService, id: string) =>
  service.database.read.findOneByOrFail(InboundVerification, { reference: id });

/** Kind and amount of the ledger's lines about a verification. */
export async function linesOf(service: TestService, id: string): Promise<[string, number][]> {
  const lines = await service.database.read.find(CreditEntry, { where: { note: id }, order: { id: 'ASC' } });
  return lines.map(({ kind, amount }) => [kind, amount]);
}

/** Types and reasons of the events about a verification. */
export async function eventsOf(verifier: Verifier, id: string) {
  const events = (await verifier.events()).map(({ type, data }) => ({
    type,
    data: data as { verification_id: string; reason?: string },
  }));
  return events
    .filter(({ data }) => data.verification_id === id)
    .map(({ type, data }) => (data.reason ? `${type} ${data.reason}` : type));
}

export const endDue = (service: TestService) =>
  service.app.get(Sweepers).runOnce('inbound verifications that expire');

export const codeOf = ({ body }: Answer) => body.code;
