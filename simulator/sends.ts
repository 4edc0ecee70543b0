import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SimulatorContext } from './context.js';
import { answer, answerJson, cut, readJson, RequestError } from './http.js';
import type { Accepted, Send } from './log.js';
import { bubble } from './phone.js';
import { reasonOf, type Refusal, type Switches } from './switches.js';

const UNREADABLE = '<html><body>Internal Server Error</body></html>';

/**
 * `POST /messages`. Once a message is taken, nothing here may answer with a readable `{error}`,
 * since that tells the service that it was provably not sent.
 */
export async function receiveSend(
  room: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = readSend(request, await readJson(request));
  room.requests.sends += 1;
  const switches = room.behaviours.next(send);
  if (switches.dropAnswer === 'before') {
    await room.timers.sleep(switches.answerDelayMs);
    return drop(room, response);
  }
  const known = room.log.byReference(send.reference);
  // A reference that was taken is never refused afterwards: its message is out.
  const refusal = known ? null : refusalOf(room, switches);
  if (refusal) {
    room.requests.refused += 1;
    await room.timers.sleep(switches.answerDelayMs);
    return answerJson(response, refusal.status, { error: refusal.error, ...reasonOf(switches) });
  }
  if (known) {
    room.requests.replayed += 1;
    return answerTaken(room, response, known, switches);
  }
  const message = take(room, send);
  if (switches.callbackOrder === 'early') {
    await room.timelines.runEarly(message, switches);
    return answerTaken(room, response, message, switches);
  }
  await answerTaken(room, response, message, switches);
  await room.timelines.run(message, switches);
}

function refusalOf(room: SimulatorContext, switches: Switches): Refusal | null {
  // Every message under way holds a task until its last callback: a full simulator is a busy device.
  if (room.tasks.size > room.maxMessages) return { status: 503, error: 'device busy' };
  return room.behaviours.refusal(switches);
}

function take(room: SimulatorContext, send: Send): Accepted {
  room.requests.accepted += 1;
  const message = room.log.add(send);
  room.print(bubble(message));
  return message;
}

function drop(room: SimulatorContext, response: ServerResponse): void {
  room.requests.dropped += 1;
  cut(response);
}

async function answerTaken(
  room: SimulatorContext,
  response: ServerResponse,
  message: Accepted,
  switches: Switches,
): Promise<void> {
  await room.timers.sleep(switches.answerDelayMs);
  if (switches.dropAnswer === 'after') return drop(room, response);
  if (switches.unreadable !== 'never') room.requests.unreadable += 1;
  switch (switches.unreadable) {
    case 'never':
      return answerJson(response, 202, { id: message.id });
    case 'error':
      return answer(response, 500, 'text/html', UNREADABLE);
    case 'no-id':
      return answerJson(response, 200, {});
    case 'garbage':
      return answer(response, 200, 'application/json', '{"id": "3EB0');
  }
}

/** @throws RequestError 400 naming the field */
function readSend(request: IncomingMessage, body: unknown): Send {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestError(400, 'body is not an object');
  }
  const { to, text, reference }: { to?: unknown; text?: unknown; reference?: unknown } = body;
  if (typeof to !== 'string' || !/^\+?\d{5,20}$/.test(to))
    throw new RequestError(400, 'to is not a phone number');
  if (typeof text !== 'string' || text === '' || text.length > 4096) {
    throw new RequestError(400, 'text must have 1 to 4096 characters');
  }
  if (typeof reference !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(reference)) {
    throw new RequestError(400, 'reference must have 1 to 255 printable characters');
  }
  if (request.headers['idempotency-key'] !== reference) {
    throw new RequestError(400, 'Idempotency-Key is not the reference');
  }
  return { to, text, reference };
}
