// What the SDK does with a request, in whatever runtime.
import * as sdk from 'sandi-sdk';

// Time stands still, so that no test hangs on the machine, until the SDK slept so often: then all of it is over.
const SLEEPS = 5;
/** The id comes first, and then what it is a matter of. */
const IN_ORDER = {
  'verifications.check': ({ verification_id: id, otp_code: code }) => [id, code],
  'verifications.resend': ({ verification_id: id, phone, channel }) => [id, phone, { channel }],
  'verifications.cancel': ({ verification_id: id }) => [id],
  'verifications.get': ({ verification_id: id }) => [id],
  'messages.get': ({ id }) => [id],
};
const OPERATIONS = { call, verify, names };

/** A request, as a line of JSON; an answer, as another. */
export async function answerTo(line) {
  const { operation, ...request } = JSON.parse(line);
  return JSON.stringify(await OPERATIONS[operation](request));
}

async function call({ url, key, timeout, call, args }) {
  const waits = [];
  const clock = {
    nowMs: () => (waits.length < SLEEPS ? 0 : 1e9),
    async sleep(ms) {
      waits.push(ms / 1000);
    },
  };
  const client = new sdk.Sandi({ url, apiKey: key, timeoutMs: timeout * 1000, clock });
  const [name, group] = call.split('.').reverse();
  try {
    return { waits, value: await (group ? client[group] : client)[name](...argumentsOf(call, args)) };
  } catch (error) {
    return { waits, error: told(error) };
  }
}

function argumentsOf(call, args) {
  if (call === 'credit') return [];
  if (IN_ORDER[call]) return IN_ORDER[call](args);
  if (call === 'messages.search') return [args];
  const { idempotency_key: idempotencyKey, ...rest } = args;
  return idempotencyKey === undefined ? [rest] : [rest, { idempotencyKey }];
}

function told(error) {
  const { name, code, status, requestId, retryAfterSeconds, fields, body, maybeDone, idempotencyKey } = error;
  return {
    class: name,
    base: error instanceof sdk.SandiError,
    code,
    status,
    request_id: requestId,
    retry_after: retryAfterSeconds,
    fields,
    reason: body?.reason,
    maybe_done: maybeDone,
    idempotency_key: idempotencyKey,
    message: error.message,
  };
}

async function verify({ secrets, headers, body, now, tolerance }) {
  const options = { nowSeconds: now, ...(tolerance && { toleranceSeconds: tolerance }) };
  try {
    return { event: await sdk.webhooks.verify(secrets, headers, body, options) };
  } catch (error) {
    return { refused: error.name };
  }
}

function names() {
  return { test_numbers: sdk.TEST_NUMBERS };
}
