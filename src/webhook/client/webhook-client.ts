import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { askingServers, checkedLookup, newResolver, NOT_ALLOWED } from '../../platform/net/checked-lookup.js';
import type { Words } from '../../platform/text/language.js';
import { Destinations, type Refusal } from './destinations.js';

const ANSWER_BYTES_MAX = 1024;
const HEADER_BYTES_MAX = 8192;

/** What came of a POST; `answer` is at most the first KiB of the body, `reason` is fit for the endpoint's owner. */
export type PostOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; answer: string; latencyMs: number }
  | { kind: 'failed'; reason: string; latencyMs: number };

type Answer = Pick<PostOutcome & { kind: 'answered' }, 'status' | 'retryAfter' | 'answer'>;

/**
 * Calls addresses that strangers registered: public ones only, each checked where its socket connects; no redirect, no
 * proxy, no connection kept, bounded in time and size.
 */
@Injectable()
export class WebhookClient {
  private readonly agents = { 'http:': new HttpAgent(UNSHARED), 'https:': new HttpsAgent(UNSHARED) };
  private readonly lookup;

  constructor(
    private readonly destinations: Destinations,
    resolver = newResolver(),
  ) {
    // With private addresses allowed, the machine itself looks names up, with its hosts file and search domains.
    this.lookup = destinations.allowsPrivate
      ? undefined
      : checkedLookup(askingServers(resolver), (address) => destinations.allowsAddress(address));
  }

  /** Why a URL may not be registered: undefined when it may. Syntax and literal addresses, no look-up. */
  refusal(url: string): Refusal | undefined {
    return this.destinations.refusal(url);
  }

  /** What to write or set instead of a URL that was refused. */
  advice(refusal: Refusal): Words {
    return this.destinations.advice(refusal);
  }

  /**
   * One POST, at most `timeoutMs` in all. A status counts as an answer, even if the body is cut off or is not complete
   * in time. Never throws.
   */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    timeoutMs: number,
  ): Promise<PostOutcome> {
    const startedAtMs = performance.now();
    const latencyMs = () => Math.round(performance.now() - startedAtMs);
    // The look-up checks names only: a socket connects to a literal address without it.
    const refusal = this.refusal(url);
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

  /** Resolves with the head of the answer. */
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
      // The machine itself knows its own names; a resolver may not.
      lookup: this.destinations.isOwnMachine(url) ? undefined : this.lookup,
      autoSelectFamily: true,
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
    };
    return new Promise((resolve, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(url, options);
      request.on('response', resolve);
      request.on('error', reject);
      // An upgrade, say, ends without an answer and without an error.
      request.on('close', () => reject(new Error('closed')));
      request.end(body);
    });
  }
}

/** A connection that is kept would outlive the check of its address. */
const UNSHARED = { keepAlive: false };

/** Reads as much as is kept, then closes the socket, whatever may still come. */
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
    // Cut off, or out of time: the status has arrived.
  }
  response.destroy();
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    answer: textOf(Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX)),
  };
}

/** Without the character that the end of the KiB may have cut. */
const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true });

const REASONS: Record<string, string> = {
  [NOT_ALLOWED]: 'address not allowed',
  ENOTFOUND: 'name not found',
  HPE_HEADER_OVERFLOW: 'answer with too large headers',
};

/** A code says enough; the message of an error may name our resolver or our network. */
function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return 'no answer';
  return REASONS[code] ?? `no answer (${code})`;
}
