import { isOutcomeUnknown } from './api-error';
import { newIdempotencyKey } from './idempotency-key';
import type { Schemas } from './schemas';

export type SendBody = Schemas['AccountSendDto'];
export type SendResult = Schemas['SendResult'];

/** The request whose answer never came, if any. */
interface Unanswered {
  body: string;
  key: string;
}

/**
 * Sends with an Idempotency-Key. When the answer was lost on the way, the same request goes out with the same key again:
 * the service repeats its answer then, and does nothing twice. One at a time: a second press while the first
 * is on its way is the same wish.
 */
export function createSender<Body, Result>(
  post: (body: Body, headers: { 'Idempotency-Key': string }) => Promise<Result>,
): (body: Body) => Promise<Result> {
  let unanswered: Unanswered | null = null;
  let running: Promise<Result> | null = null;
  const send = async (body: Body) => {
    const written = JSON.stringify(body);
    const key = unanswered?.body === written ? unanswered.key : newIdempotencyKey();
    unanswered = { body: written, key };
    try {
      const result = await post(body, { 'Idempotency-Key': key });
      unanswered = null;
      return result;
    } catch (error) {
      if (!isOutcomeUnknown(error)) unanswered = null;
      throw error;
    }
  };
  return (body) =>
    (running ??= send(body).finally(() => {
      running = null;
    }));
}
