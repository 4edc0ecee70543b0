/** A user of the package, whose types are held against those generated from the OpenAPI document, in `schema.d.ts`. */
export const USER_OF_TYPES = `
import { type CreditLowEventData, DuplicateError, type FraudDetectedEventData, type MessageEventData, SandiError, type TestEventData, type VerificationEventData, type VerificationList, type VerificationStatus, type WebhookEvent, type CheckedVerification, type CreateInboundVerification, type CreateVerification, type InboundUnprovedEventData, type InboundVerification, type Credit, type MessageList, type MessageSearch, type MessageStory, RecipientLimitedError, Sandi, type SendMessage, type Sent, type SentVerification, TEST_NUMBERS, type Verification, webhooks } from 'sandi-sdk';
import type { paths, webhooks as events } from './schema.js';

type Body<Operation> = Operation extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;
type Data<Operation, Status extends number = 200> = Operation extends { responses: { [S in Status]: { content: { 'application/json': { data: infer D } } } } } ? D : never;

/** Nothing at all would fit everything. */
type Known<T> = [T] extends [never] ? 'the API has no such operation' : T;

/** Members of a response that the type of the package lacks, at any depth. */
type Lacking<Api, Sdk> = Api extends readonly (infer A)[]
  ? Lacking<A, Sdk extends readonly (infer S)[] ? S : never>
  : Api extends object
    ? { [Member in keyof Api]-?: Member extends Names<Sdk> ? Lacking<Api[Member], Named<Sdk, Member>> : Member }[keyof Api]
    : never;
type Names<T> = T extends unknown ? keyof T : never;
type Named<T, Member extends PropertyKey> = T extends { [M in Member]?: infer V } ? V : never;
type Response<Api, Sdk> = (data: Known<Api>) => [Lacking<Api, Sdk>] extends [never] ? Sdk : { lacking: Lacking<Api, Sdk> };

export const asked = (message: SendMessage): Partial<Known<Body<paths['/api/otp/send']['post']>>> => message;
export const sent: Response<Data<paths['/api/otp/send']['post']>, Omit<Sent, 'status'>> = (data) => data;
export const credit: Response<Data<paths['/api/otp/credit']['get']>, Credit> = (data) => data;
export const story: Response<Data<paths['/api/otp/messages/{message_id}']['get']>, MessageStory> = (data) => data;
export const list: Response<Data<paths['/api/otp/messages']['get']>, MessageList> = (data) => data;

export const search = (asked: MessageSearch): Partial<Known<Body<paths['/api/otp/messages/search']['post']>>> => asked;
export const found: Response<Data<paths['/api/otp/messages/search']['post']>, MessageList> = (data) => data;

export const made = (asked: CreateVerification): Partial<Known<Body<paths['/api/otp/verifications']['post']>>> => asked;
export const madeInbound = (asked: CreateInboundVerification): Partial<Known<Body<paths['/api/otp/verifications']['post']>>> => asked;
export const making: Response<Data<paths['/api/otp/verifications']['post'], 201>, Omit<SentVerification, 'delivery'> | InboundVerification> = (data) => data;
export const checking: Response<Data<paths['/api/otp/verifications/{verification_id}/check']['post']>, CheckedVerification> = (data) => data;
export const reading: Response<Data<paths['/api/otp/verifications/{verification_id}']['get']>, Verification> = (data) => data;

export const listing: Response<Data<paths['/api/otp/verifications']['get']>, VerificationList> = (data) => data;

type EventData<Type extends keyof events> = Body<events[Type]['post']> extends { data: infer D } ? D : never;
export const moved: Response<EventData<'otp.sent' | 'otp.delivered' | 'otp.failed'>, MessageEventData> = (data) => data;
export const ended: Response<EventData<'verification.approved'>, VerificationEventData<VerificationStatus>> = (data) => data;
export const unproved: Response<EventData<'verification.inbound_unproved'>, InboundUnprovedEventData> = (data) => data;
export const low: Response<EventData<'credit.low'>, CreditLowEventData> = (data) => data;
export const fraud: Response<EventData<'fraud.detected'>, FraudDetectedEventData> = (data) => data;
export const tried: Response<EventData<'webhook.test'>, TestEventData> = (data) => data;
export const everyEvent = (type: WebhookEvent['type']): keyof events => type;

export function narrowed(event: WebhookEvent): string {
  switch (event.type) {
    case 'otp.failed': return event.data.reason ?? '';
    case 'otp.sent': case 'otp.delivered': return event.data.recipient;
    case 'verification.approved': case 'verification.expired': case 'verification.failed': return event.data.verification_id;
    case 'verification.inbound_unproved': return event.data.reason;
    case 'credit.low': return String(event.data.threshold);
    case 'fraud.detected': return event.data.rule;
    case 'webhook.test': return String(event.data.webhook_id);
    default: { const none: never = event; return none; }
  }
}

export function decided(error: unknown): string | null {
  if (error instanceof DuplicateError) { const code: 'duplicate' = error.code; return code; }
  if (!(error instanceof SandiError)) return null;
  if (error.code === 'rate_limited') { const code: 'rate_limited' = error.code; return code; }
  // @ts-expect-error no such code
  if (error.code === 'no_such_code') return null;
  return error.idempotencyKey;
}

export async function login(): Promise<string | null> {
  const sandi = new Sandi({ url: 'https://otp.example.com', apiKey: 'sandi_test_1' });
  try {
    const outcome = await sandi.send({ phone: TEST_NUMBERS.delivered, otp_code: '482913', company_name: 'Toko Budi' });
    if (outcome.status === 'unknown') return outcome.reference;
    const right: boolean = await sandi.check({ phone: '081234567890', otp_code: '482913' });
    return right ? outcome.message_id : null;
  } catch (error) {
    return error instanceof RecipientLimitedError ? String(error.retryAfterSeconds) : error instanceof Error ? error.message : null;
  }
}

export const received = async (headers: Headers, body: string): Promise<string> =>
  (await webhooks.verify(['whsec_AAAA'], headers, body)).type;

// @ts-expect-error a code is a text
export const wrong: SendMessage = { phone: '081234567890', otp_code: 482913, company_name: 'Toko Budi' };
`;
