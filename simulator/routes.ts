import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SimulatorContext } from './context.js';
import { answer, answerJson, readJson, RequestError } from './http.js';
import { playInbound } from './inbound.js';
import { receiveSend } from './sends.js';
import { SwitchError } from './switches.js';

const LOG_SHOWN_MAX = 1000;
const LOOKUP_PREFIX = '/messages/';

/** Answers one request; the error of a malformed one is answered as `{error}`. */
export async function handle(
  room: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await route(room, request, response);
  } catch (error) {
    if (error instanceof RequestError) {
      room.requests[error.status === 401 ? 'unauthorized' : 'invalid'] += 1;
      return answerJson(response, error.status, { error: error.message });
    }
    // A caller that hung up amid its request is no fault of ours.
    if (request.socket.destroyed) return;
    await answer(response, 500, 'text/plain', 'the simulator failed');
    throw error;
  }
}

async function route(
  room: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Every path asks for the token, the log first of all: it shows phones and codes.
  if (request.headers.authorization !== `Bearer ${room.token}`)
    throw new RequestError(401, 'wrong or no token');
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  switch (`${request.method} ${path}`) {
    case 'POST /messages':
      return receiveSend(room, request, response);
    case 'GET /status':
      room.requests.statusChecks += 1;
      return answerJson(response, 200, statusOf(room));
    case 'POST /inbound':
      return playInbound(room, request, response);
    case 'GET /control':
      return answerJson(response, 200, control(room));
    case 'PATCH /control':
      return changeSwitches(room, request, response);
    case 'GET /log':
      return answerJson(response, 200, {
        total: room.requests.accepted,
        messages: room.log.all().slice(-LOG_SHOWN_MAX).reverse(),
      });
  }
  if (request.method === 'GET' && path.startsWith(LOOKUP_PREFIX)) {
    return lookUp(room, path.slice(LOOKUP_PREFIX.length), response);
  }
  throw new RequestError(404, 'no such path');
}

const statusOf = ({ behaviours, number }: SimulatorContext) => ({
  connected: !behaviours.switches.disconnected,
  ...(number === null ? {} : { number }),
});

function lookUp(room: SimulatorContext, encoded: string, response: ServerResponse): Promise<void> {
  room.requests.lookups += 1;
  if (room.behaviours.switches.lookup === 'unavailable') {
    return answer(response, 500, 'text/html', '<html><body>Internal Server Error</body></html>');
  }
  const message = room.log.byReference(decode(encoded));
  if (!message) return answerJson(response, 404, { error: 'no message of this reference was accepted' });
  return answerJson(response, 200, { id: message.id, status: message.status, error: message.error });
}

async function changeSwitches(
  room: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const patch = await readJson(request);
  try {
    room.behaviours.behave(patch);
  } catch (error) {
    if (error instanceof SwitchError) throw new RequestError(400, error.message);
    throw error;
  }
  return answerJson(response, 200, control(room));
}

function control(room: SimulatorContext): object {
  return {
    switches: room.behaviours.switches,
    requests: room.requests,
    remembered: room.log.size,
    callback_url: room.callbacks.target,
  };
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new RequestError(400, 'the reference is not URL-encoded');
  }
}
