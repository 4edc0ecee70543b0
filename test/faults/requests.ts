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
}

export interface TopUpRequest extends Asked {
  kind: 'topup';
  amount: number;
  /** Nobody else's: by it the ledger entry is matched. */
  note: string;
}

export type ClientRequest = SendRequest | TopUpRequest;

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
export function isFinal({ status, replayed }: Answer): boolean {
  return replayed || status === 200 || status === 402 || status === 502;
}

/** The gateway's id in a 200 of a send. */
export function messageIdOf({ text }: Answer): string {
  return (JSON.parse(text) as { data: { message_id: string } }).data.message_id;
}
