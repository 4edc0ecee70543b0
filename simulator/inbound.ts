import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallbackInFlight } from './callbacks.js';
import type { SimulatorContext } from './context.js';
import { answerJson, readJson, RequestError } from './http.js';
import { newMessageId } from './random.js';

/** @returns null when there is nowhere to send it */
export function inboundCallback(
  { callbacks }: SimulatorContext,
  from: string | null,
  text: string,
): CallbackInFlight | null {
  return callbacks.send({ event: 'message.inbound', payload: { id: newMessageId(), from, text } });
}

/** `POST /inbound {from, text}`: plays a user who sends a text, and answers how the service took it. */
export async function playInbound(
  room: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { from, text } = ((await readJson(request)) ?? {}) as Record<string, unknown>;
  if (from !== null && (typeof from !== 'string' || !/^[0-9]{5,15}$/.test(from)))
    throw new RequestError(400, 'from takes the digits of a phone, or null to hide it');
  if (typeof text !== 'string' || text === '') throw new RequestError(400, 'text takes what the user writes');
  const sent = inboundCallback(room, from, text);
  if (!sent) throw new RequestError(409, 'there is no callback URL');
  return answerJson(response, 200, await sent.outcome);
}
