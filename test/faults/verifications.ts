import type { Accepted } from '../../simulator/gateway.js';
import type { Random } from '../../simulator/random.js';
import {
  type CancelRequest,
  type CheckRequest,
  type ClientRequest,
  type InboundRequest,
  isFinal,
  type ResendRequest,
  type SendRequest,
  verificationIdOf,
} from './requests.js';

/** What all requests of a client have: with a key of its own, or without. */
export type NewRequest = Pick<
  ClientRequest,
  'userId' | 'path' | 'token' | 'body' | 'key' | 'answers' | 'lost'
>;

interface Desk {
  random: Random;
  /** What the gateway took: the one place where codes of ours are to be read. */
  accepted: readonly Readonly<Accepted>[];
  asked(path: string, body: object): NewRequest;
  /** Asks, and again as its clients do; what came is noted in the request. */
  ask(request: ClientRequest): Promise<void>;
}

const ROOT = '/api/otp/verifications';
/** Of a hundred verifications. */
const SHARE = { resent: 35, guessed: 50, cancelled: 15 };
const RIGHT_AT_ONCE = 3;
const TTL_SECONDS = 900;

/** Somebody proves a phone: has a code made, guesses, wants another one, and shows the right one several times at once. */
export async function proveOnce(desk: Desk, phone: string): Promise<void> {
  const chance = (percent: number) => desk.random() * 100 < percent;
  const body = { phone: `0${phone.slice(2)}`, company_name: 'Toko Uji', ttl_seconds: TTL_SECONDS };
  const made: SendRequest = { kind: 'send', phone, isVerification: true, ...desk.asked(ROOT, body) };
  await desk.ask(made);
  const id = verificationIdOf(made);
  if (id === undefined || !made.answers.some(({ status }) => status === 201 || status === 504)) return;
  const check = (code: string) => desk.ask(checkOf(desk, { phone, verification: id, code }));
  if (chance(SHARE.guessed)) await check(notThe(latestCode(desk, phone) ?? '000000'));
  if (chance(SHARE.resent)) {
    const path = `${ROOT}/${id}/resend`;
    const resend: ResendRequest = { kind: 'resend', phone, ...desk.asked(path, { phone }) };
    await desk.ask(resend);
  }
  const code = latestCode(desk, phone);
  const asking = code === undefined ? [] : Array.from({ length: RIGHT_AT_ONCE }, () => check(code));
  if (chance(SHARE.cancelled)) {
    const cancel: CancelRequest = {
      ...{ kind: 'cancel', verification: id },
      ...desk.asked(`${ROOT}/${id}/cancel`, {}),
    };
    asking.push(desk.ask(cancel));
  }
  await Promise.all(asking);
}

/** Somebody wants a text of a user, and changes their mind. */
export async function inviteOnce(desk: Desk, phone: string): Promise<void> {
  const body = { phone: `0${phone.slice(2)}`, company_name: 'Toko Uji', method: 'inbound' };
  const made: InboundRequest = { kind: 'inbound', ...desk.asked(ROOT, body) };
  await desk.ask(made);
  const id = verificationIdOf(made);
  if (id === undefined) return;
  const cancel = (): InboundRequest => ({ kind: 'inbound', ...desk.asked(`${ROOT}/${id}/cancel`, {}) });
  await Promise.all([desk.ask(cancel()), desk.ask(cancel())]);
}

/** Once all is quiet: shows the present code of every verification that is still pending. */
export async function proveAll(
  desk: Desk,
  requests: readonly ClientRequest[],
  stands: (id: string) => Promise<{ status: string; reference: string }>,
): Promise<void> {
  for (const request of requests) {
    if (request.kind !== 'send' || !request.isVerification || !request.answers.some(isFinal)) continue;
    const id = verificationIdOf(request);
    if (id === undefined || request.answers.some(({ status }) => status === 502)) continue;
    const { status, reference } = await stands(id);
    const code = codeIn(desk.accepted.find((each) => each.reference === reference));
    if (status !== 'pending' || code === undefined) continue;
    await desk.ask(checkOf(desk, { phone: request.phone, verification: id, code }, true));
  }
}

function checkOf(
  desk: Desk,
  about: Pick<CheckRequest, 'phone' | 'verification' | 'code'>,
  mustApprove = false,
): CheckRequest {
  const path = `${ROOT}/${about.verification}/check`;
  return { kind: 'check', ...about, mustApprove, ...desk.asked(path, { otp_code: about.code }) };
}

const latestCode = ({ accepted }: Desk, phone: string) => codeIn(accepted.findLast(({ to }) => to === phone));

export const codeIn = (message: Readonly<Accepted> | undefined) => /\b\d{6}\b/.exec(message?.text ?? '')?.[0];

const notThe = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, '0');
