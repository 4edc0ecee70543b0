import { isOutcomeUnknown } from './api-error';
import { newIdempotencyKey } from './random';
import type { Schemas } from './schemas';

export type SendBody = Schemas['AccountSendDto'];
export type SendResult = Schemas['SendResult'];

/** The request without a response, if any. */
interface Unanswered {
  body: string;
  key: string;
}

/**
 * Sends with an Idempotency-Key. If the response is lost, sending the same body again reuses the key, so that
 * the service does nothing twice. A second call during a request returns the same promise.
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
