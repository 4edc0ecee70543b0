import { WebhookVerificationError } from './errors.js';
import type { WebhookEvent } from './webhook-events.js';

/** The headers of a request: `Headers`, or an object with names in any case. */
export type WebhookHeaders = HeaderReader | Record<string, string | string[] | undefined>;

interface HeaderReader {
  get(name: string): string | null;
}

export interface VerifyOptions {
  toleranceSeconds?: number;
  /** Current time, in seconds since 1970. */
  nowSeconds?: number;
}

const TOLERANCE_SECONDS = 5 * 60;
const PREFIX = 'whsec_';

/**
 * Verifies the signature and the age of a webhook and returns the event. Throws `WebhookVerificationError` if they are
 * wrong. `body` is the received request body, before any parser; a parsed one throws `TypeError`. While you replace a
 * secret, give both.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const text = bytesOfBody(body);
  const { toleranceSeconds = TOLERANCE_SECONDS, nowSeconds = Date.now() / 1000 } = options;
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A header is missing.');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is no number.');
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The timestamp is too far from now.');

  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), text);
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .flatMap((signature) => bytesOf(signature.slice('v1,'.length)) ?? []);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await keyOf(secret);
    // WebCrypto compares in constant time.
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return eventOf(text);
  }
  throw new WebhookVerificationError('No signature is of this secret.');
}

/** The received bytes, which the signature covers. A body that was parsed and written again has other bytes. */
function bytesOfBody(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not by `instanceof`: an ArrayBuffer of another realm has another class.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  throw new TypeError(
    'webhooks.verify needs the raw body, a string or bytes, not a parsed one. Express: express.raw({ type: "application/json" }) on this route; fetch handlers: await request.text(); Fastify: a content type parser with parseAs "string".',
  );
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (isReader(headers)) return headers.get(name);
  const found = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : null;
}

function isReader(headers: WebhookHeaders): headers is HeaderReader {
  return typeof headers['get' as keyof WebhookHeaders] === 'function';
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new TypeError('A webhook secret is whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Has no declared return type: versions of TypeScript name it differently. */
function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(a: Uint8Array, b: Uint8Array) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function eventOf(text: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(text)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('The body is no JSON.');
  }
}
