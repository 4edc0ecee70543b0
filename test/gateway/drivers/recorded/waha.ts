import type { RecordedAnswer } from './answer.js';

/** After five seconds of waiting for the session to become what is expected, each time. */
const notAsExpected = (expected: string) => ({
  status: 422,
  body: {
    error: 'Session status is not as expected. Try again later or restart the session',
    session: 'default',
    status: 'STARTING',
    expected: [expected],
  },
});

const noSession = {
  status: 404,
  body: {
    statusCode: 404,
    message:
      "We didn't find a session with name 'default'.\nPlease start it first by using POST /api/sessions/default/start request",
    error: 'Not Found',
  },
};

const session = (status: string, engine: object, config: object | null = null) => ({
  name: 'default',
  status,
  config,
  me: null,
  engine,
});

const webhooks = (retries: object) => ({
  webhooks: [
    {
      url: 'http://127.0.0.1:4600/api/webhook/gateway/8',
      events: ['message.ack', 'session.status'],
      hmac: { key: 'waha-test-hmac-key' },
      retries,
    },
  ],
});
/** As it is kept: the key comes back with each question, the policy of the retries is gone. */
const KEPT = webhooks({ delaySeconds: 2, attempts: 15 });

/** WAHA 2024.10.8 Core on the engine NOWEB, run without a WhatsApp connection on 2026-11-22. It minds no API key. */
export const WAHA_2024_10_8 = {
  sendNotWorking: { asked: 'send', seconds: 5.025, ...notAsExpected('WORKING') },
  /** The session comes before the body: nothing is said of what the body lacks. */
  sendWithBadBody: { asked: 'send', seconds: 5.022, ...notAsExpected('WORKING') },
  sendWithoutSession: { asked: 'send', seconds: 0.11, ...noSession },
  sendMalformed: {
    asked: 'send',
    seconds: 0.004,
    status: 400,
    body: { statusCode: 400, message: 'Unexpected end of JSON input', error: 'Bad Request' },
  },
  sendToAnotherSession: {
    asked: 'send',
    seconds: 0.041,
    status: 422,
    body: {
      statusCode: 422,
      message:
        "WAHA Core support only 'default' session. If you want to run more then one WhatsApp account - please get WAHA PLUS version. Check this out: https://waha.devlike.pro/",
      error: 'Unprocessable Entity',
    },
  },
  checkNotWorking: { asked: 'check', seconds: 5.027, ...notAsExpected('WORKING') },
  checkWithoutSession: { asked: 'check', seconds: 0.125, ...noSession },
  sessionStarting: {
    asked: 'health',
    seconds: 0.015,
    status: 200,
    body: session('STARTING', { engine: 'NOWEB' }, KEPT),
  },
  /** Also of a session that was never made. */
  sessionStopped: { asked: 'health', seconds: 0.01, status: 200, body: session('STOPPED', {}) },
  sessionWithoutKey: { asked: 'health', seconds: 0.068, status: 200, body: session('STOPPED', {}) },
  qrWhileStarting: { asked: 'pairing', seconds: 5.011, ...notAsExpected('SCAN_QR_CODE') },
  noNewIds: {
    asked: 'newId',
    seconds: 0.015,
    status: 404,
    body: { statusCode: 404, message: 'Cannot GET /api/default/new-message-id', error: 'Not Found' },
  },
  health: {
    asked: 'setup',
    seconds: 0.004,
    status: 422,
    body: {
      statusCode: 422,
      message: 'The feature is available only in Plus version. Check this out: https://waha.devlike.pro/',
      error: 'Unprocessable Entity',
    },
  },
  ping: { asked: 'setup', seconds: 0.004, status: 200, body: { message: 'pong' } },
  putSession: {
    asked: 'setup',
    seconds: 0.026,
    status: 200,
    body: session('STOPPED', {}, webhooks({ policy: 'exponential', delaySeconds: 2, attempts: 15 })),
  },
  putSessionAgain: { asked: 'setup', seconds: 0.004, status: 200, body: session('STOPPED', {}, KEPT) },
  startSession: {
    asked: 'setup',
    seconds: 0.256,
    status: 201,
    body: session('STARTING', { engine: 'NOWEB' }, KEPT),
  },
  startSessionAgain: {
    asked: 'setup',
    seconds: 0.006,
    status: 422,
    body: {
      statusCode: 422,
      message: "Session 'default' already exists. Use PUT to update it.",
      error: 'Unprocessable Entity',
    },
  },
} as const satisfies Record<string, RecordedAnswer>;
