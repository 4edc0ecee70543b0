import { ApiError } from '../../api/api-error';
import { client, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import { randomKey } from './random';

export type SendBody = components['schemas']['AccountSendDto'];
export type SendResult = components['schemas']['SendResult'];

/** The request whose answer never came, if any. */
interface Unanswered {
  body: string;
  key: string;
}

/**
 * Sends with an Idempotency-Key. When the answer was lost on the way, the same request goes out with the same key again:
 * the service repeats its answer then, and sends and charges nothing twice.
 */
export function createSender(): (body: SendBody) => Promise<SendResult> {
  let unanswered: Unanswered | null = null;
  return async (body) => {
    const written = JSON.stringify(body);
    const key = unanswered?.body === written ? unanswered.key : randomKey();
    unanswered = { body: written, key };
    try {
      const result = await unwrap(
        client.POST('/api/account/otp/send', { body, headers: { 'Idempotency-Key': key } }),
      );
      unanswered = null;
      return result;
    } catch (error) {
      if (!isUnanswered(error)) unanswered = null;
      throw error;
    }
  };
}

/** Nobody here knows whether it was sent. What has no envelope, a proxy's page for example, counts as `internal_error`. */
const UNANSWERED: ReadonlySet<string> = new Set(['unreachable', 'internal_error', 'idempotency_in_flight']);

const isUnanswered = (error: unknown) => error instanceof ApiError && UNANSWERED.has(error.code);
