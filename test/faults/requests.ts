/** What the clients asked for, and every answer they got. */

export interface Answer {
  status: number;
  /** As it came. */
  text: string;
  /** Whether it said that it repeats an earlier one. */
  replayed: boolean;
}

interface Asked {
  userId: number;
  path: string;
  token: string;
  body: string;
  /** Idempotency-Key; a request without one is asked once. */
  key: string | null;
  answers: Answer[];
  /** Attempts that ended without an answer. */
  lost: number;
}

export interface SendRequest extends Asked {
  kind: 'send';
  /** Canonical, and nobody else's: by it the gateway's log and the database are matched. */
  phone: string;
  /** Whether Sandi makes the code. */
  isVerification: boolean;
}

/** A new code of a verification, to the phone of its first. */
export interface ResendRequest extends Asked {
  kind: 'resend';
  phone: string;
}

export interface CheckRequest extends Asked {
  kind: 'check';
  phone: string;
  verification: string;
  code: string;
  /** It is the present code of one that has not ended, and nobody else asks meanwhile. */
  mustApprove: boolean;
}

export interface CancelRequest extends Asked {
  kind: 'cancel';
  verification: string;
}

/** An inbound verification, which is charged, or its cancellation. */
export interface InboundRequest extends Asked {
  kind: 'inbound';
}

export interface TopUpRequest extends Asked {
  kind: 'topup';
  amount: number;
  /** Nobody else's: by it the ledger entry is matched. */
  note: string;
}

export type ClientRequest =
  SendRequest | ResendRequest | CheckRequest | CancelRequest | InboundRequest | TopUpRequest;

const ANSWER_TIMEOUT_MS = 10_000;

/** Asks once and notes what came; false when nothing did. */
export async function ask(url: string, request: ClientRequest): Promise<boolean> {
  const { path, token, body, key } = request;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  if (key !== null) headers['idempotency-key'] = key;
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body, signal });
    const text = await response.text();
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    request.answers.push({ status: response.status, text, replayed });
    return true;
  } catch {
    request.lost += 1;
    return false;
  }
}

/** What a repetition with the same key cannot change any more: a kept answer, or a refusal that kept nothing. */
export function isFinal({ status, replayed, text }: Answer): boolean {
  if (replayed || isSuccess(status) || status === 402 || status === 502) return true;
  return status === 409 && NO_NEW_CODE.has((JSON.parse(text) as { code: string }).code);
}

/** A verification that has ended, or had its codes, stays as it is. */
const NO_NEW_CODE: ReadonlySet<string> = new Set(['verification_over', 'resend_limit']);

export const isSuccess = (status: number) => status === 200 || status === 201;

/** The gateway's id in the success of a send. */
export function messageIdOf({ text }: Answer): string {
  return (JSON.parse(text) as { data: { message_id: string } }).data.message_id;
}

/** Of the answers to its making, which may be a 504 too. */
export function verificationIdOf({ answers }: ClientRequest): string | undefined {
  for (const { text } of answers) {
    const told = JSON.parse(text) as { verification_id?: string; data?: { verification_id?: string } };
    const id = told.data?.verification_id ?? told.verification_id;
    if (id !== undefined) return id;
  }
  return undefined;
}

/** What a check or a cancellation was told of its verification. */
export function standingsOf({ answers }: ClientRequest): string[] {
  return answers
    .filter(({ status }) => status === 200)
    .map(({ text }) => (JSON.parse(text) as { data: { status: string } }).data.status);
}
