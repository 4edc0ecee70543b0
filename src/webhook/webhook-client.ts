import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { checkedLookup, nameServerLookup, newResolver, NOT_ALLOWED } from '../platform/net/checked-lookup.js';
import { errorCodeOf } from '../platform/net/error-code.js';
import { USER_AGENT } from '../platform/process/project.js';
import { Destinations } from './destinations.js';

const ANSWER_BYTES_MAX = 1024;
const HEADER_BYTES_MAX = 8192;

/** `answer`: at most the first KiB of the response body; `reason` is safe to show to the owner. */
export type PostOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; answer: string; latencyMs: number }
  | { kind: 'failed'; reason: string; latencyMs: number };

type Answer = Pick<PostOutcome & { kind: 'answered' }, 'status' | 'retryAfter' | 'answer'>;

/**
 * Calls addresses that users registered: public ones only, checked at connect. No redirects, no proxy, no
 * keep-alive; bounded time and size.
 */
@Injectable()
export class WebhookClient {
  private readonly agents = { 'http:': new HttpAgent(UNSHARED), 'https:': new HttpsAgent(UNSHARED) };
  private readonly lookup;

  constructor(
    private readonly destinations: Destinations,
    resolver = newResolver(),
  ) {
    // With private addresses allowed, names are resolved by the system, including its hosts file.
    this.lookup = destinations.allowsPrivate
      ? undefined
      : checkedLookup(nameServerLookup(resolver), (address) => destinations.allowsAddress(address));
  }

  /** One POST within `timeoutMs`. A status counts even if the body is incomplete. Never throws. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    timeoutMs: number,
  ): Promise<PostOutcome> {
    const startedAtMs = performance.now();
    const latencyMs = () => Math.round(performance.now() - startedAtMs);
    // The DNS look-up checks host names only: sockets connect to literal addresses without it.
    const refusal = this.destinations.refusal(url);
    if (refusal) return { kind: 'failed', reason: `${refusal} not allowed`, latencyMs: latencyMs() };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await this.send(new URL(url), headers, body, signal);
      return { kind: 'answered', ...(await read(response)), latencyMs: latencyMs() };
    } catch (error) {
      const reason = signal.aborted ? 'no answer in time' : reasonOf(error);
      return { kind: 'failed', reason, latencyMs: latencyMs() };
    }
  }

  /** Resolves with the response head. */
  private send(
    url: URL,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const isTls = url.protocol === 'https:';
    const options: RequestOptions & { autoSelectFamily: boolean } = {
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) },
      agent: this.agents[isTls ? 'https:' : 'http:'],
      // The system resolves names of this machine.
      lookup: this.destinations.isOwnMachine(url) ? undefined : this.lookup,
      autoSelectFamily: true,
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
    };
    return new Promise((resolve, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(url, options);
      request.on('response', resolve);
      request.on('error', reject);
      // An upgrade, for example, ends without a response or an error.
      request.on('close', () => reject(new Error('closed')));
      request.end(body);
    });
  }
}

/** A kept connection would outlive the check of its address. */
const UNSHARED = { keepAlive: false };

/** Reads the first KiB, then closes the socket. */
async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= ANSWER_BYTES_MAX) break;
    }
  } catch {
    // Incomplete or late: the status has arrived.
  }
  response.destroy();
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    answer: textOf(Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX)),
  };
}

/** Drops a character that was cut at the end. */
const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true });

const REASONS: Record<string, string> = {
  [NOT_ALLOWED]: 'address not allowed',
  ENOTFOUND: 'name not found',
  HPE_HEADER_OVERFLOW: 'answer with too large headers',
};

/** Only the code: a message may contain our resolver or network. */
function reasonOf(error: unknown): string {
  const code = errorCodeOf(error);
  if (code === undefined) return 'no answer';
  return REASONS[code] ?? `no answer (${code})`;
}

/** Why a call got no response; `no_answer`: the connection broke in another way. */
export const CAUSES = [
  'not_allowed',
  'name_not_found',
  'refused',
  'certificate',
  'timeout',
  'answer_invalid',
  'no_answer',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Texts of `WebhookClient`, also of earlier releases. */
const TEXTS: readonly (readonly [RegExp, Cause])[] = [
  [/ not allowed$/, 'not_allowed'],
  [/^name not found$/, 'name_not_found'],
  [/^no answer in time$|\(ETIMEDOUT\)$/, 'timeout'],
  [/\(ECONNREFUSED\)$/, 'refused'],
  [/\(\w*(?:TLS|SSL|CERT|SIGNED|SIGNATURE|EPROTO)\w*\)$/, 'certificate'],
  [/^answer with too large headers$|\(HPE_\w+\)$/, 'answer_invalid'],
];

/** The cause by an attempt's `error`. */
export function causeOf(error: string): Cause {
  return TEXTS.find(([text]) => text.test(error))?.[1] ?? 'no_answer';
}

/** Standard Webhooks headers, signed with each of `secrets`. `id`: constant over attempts and replays. */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  at: Date,
) {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
