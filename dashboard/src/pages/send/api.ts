import { queryOptions } from '@tanstack/react-query';
import { isUnanswered } from '../../api/api-error';
import { client, unwrap } from '../../api/client';
import { newIdempotencyKey } from '../../api/idempotency-key';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';

export type SendBody = components['schemas']['AccountSendDto'];
export type SendResult = components['schemas']['SendResult'];

/** The brands that an administrator has approved for the account. */
export const brandsQuery = queryOptions({
  queryKey: keys.brands,
  queryFn: () => unwrap(client.GET('/api/account/brands')),
});

/** A key that costs nothing. */
export const makeTestKey = (name: string) =>
  unwrap(client.POST('/api/account/api-keys', { body: { name, mode: 'test' } }));

/** The request whose answer never came, if any. */
interface Unanswered {
  body: string;
  key: string;
}

/**
 * Sends with an Idempotency-Key. When the answer was lost on the way, the same request goes out with the same key again:
 * the service repeats its answer then, and sends and charges nothing twice. One at a time: a second press while the first
 * is on its way is the same wish.
 */
export function createSender(): (body: SendBody) => Promise<SendResult> {
  let unanswered: Unanswered | null = null;
  let running: Promise<SendResult> | null = null;
  const send = async (body: SendBody) => {
    const written = JSON.stringify(body);
    const key = unanswered?.body === written ? unanswered.key : newIdempotencyKey();
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
  return (body) =>
    (running ??= send(body).finally(() => {
      running = null;
    }));
}
