import type { RecordedAnswer } from './answer.js';

/** What Evolution answers in its own form of an error. */
const failed = (status: number, error: string, message: unknown) => ({
  status,
  body: { status, error, response: { message } },
});

const noInstance = failed(404, 'Not Found', ['The "otp-01" instance does not exist']);

/** Evolution API 2.3.7 with Baileys 7.0.0-rc.9, run without a WhatsApp connection on 2026-11-22. */
export const EVOLUTION_2_3_7 = {
  /** The instance was never connected. */
  neverConnected: {
    asked: 'send',
    seconds: 0.027,
    ...failed(500, 'Internal Server Error', "Cannot read properties of undefined (reading 'onWhatsApp')"),
  },
  /** Its socket is gone; with a state of `open` in between as well, again and again. */
  socketGone: {
    asked: 'send',
    seconds: 0.127,
    ...failed(500, 'Internal Server Error', 'Connection Closed'),
  },
  sendWithoutInstance: { asked: 'send', seconds: 0.081, ...noInstance },
  sendWithoutKey: { asked: 'send', seconds: 0.22, ...noInstance },
  sendWithWrongKey: { asked: 'send', seconds: 0.175, ...noInstance },
  wrongKeyOfAnInstance: { asked: 'send', ...failed(401, 'Unauthorized', 'Unauthorized') },
  sendWithoutText: {
    asked: 'send',
    seconds: 0.14,
    ...failed(400, 'Bad Request', [['instance requires property "text"']]),
  },
  sendWithEmptyText: { asked: 'send', seconds: 0.026, ...failed(400, 'Bad Request', ['Text is required']) },
  checkWhileClosed: { asked: 'check', seconds: 0.222, status: 400, body: {} },
  stateNew: {
    asked: 'health',
    seconds: 0.009,
    status: 200,
    body: { instance: { instanceName: 'otp-01', state: 'close' } },
  },
  stateClosed: {
    asked: 'health',
    seconds: 0.143,
    status: 200,
    body: { instance: { instanceName: 'otp-01', state: 'close' } },
  },
  stateWithoutInstance: { asked: 'health', seconds: 0.082, ...noInstance },
  noSuchPath: { asked: 'health', seconds: 0.035, ...failed(404, 'Not Found', ['Cannot GET /nothing']) },
  connectBeforeQrCode: { asked: 'pairing', seconds: 2.712, status: 200, body: { count: 0 } },
  create: {
    asked: 'setup',
    seconds: 0.38,
    status: 201,
    body: { instance: { status: 'close' }, hash: 'INVENTED-INSTANCE-TOKEN' },
  },
} as const satisfies Record<string, RecordedAnswer>;
