import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/index.js';
import { traitsOf } from '../http/route-config.js';
import { randomInt } from '../ids/random.js';
import { sha256 } from '../security/hashing.js';

/** Waiting reads of one account; further ones are rejected. */
const LINE_MAX = 200;
/** Credentials whose account is remembered. */
const KNOWN_MAX = 10_000;
const TOO_MANY_REQUESTS = 429;
/** A random pause between these, so that rejected clients do not retry at the same moment. */
const [PAUSE_MIN_MS, PAUSE_MAX_MS] = [250, 750];

type Start = (error?: Error) => void;

/**
 * Starts one waiting read per turn of the event loop, round robin over the accounts, so that an account with many
 * connections delays others by one read each. Sends and other requests never wait.
 */
export class ReadQueue {
  private readonly lines = new Map<string, Start[]>();
  /** The account of a credential that was accepted, by its fingerprint. */
  private readonly known = new LRUCache<string, string>({ max: KNOWN_MAX });
  private isTaken = false;

  /** From now on the reads of this credential queue with those of its account. */
  know(request: FastifyRequest, userId: number): void {
    const credential = isRead(request) ? credentialOf(request) : undefined;
    if (credential !== undefined) this.known.set(credential, String(userId));
  }

  /** Calls `start` when it is the request's turn, or with an error if too many wait. */
  enter(request: FastifyRequest, start: Start): void {
    const credential = isRead(request) ? credentialOf(request) : undefined;
    if (credential === undefined) return start();
    if (!this.isTaken) {
      this.isTaken = true;
      setImmediate(() => this.next());
      return start();
    }
    const name = this.known.get(credential) ?? credential;
    const line = this.lines.get(name) ?? [];
    if (line.length >= LINE_MAX) return start(new AppError('rate_limited', { retryAfterSeconds: 1 }));
    line.push(start);
    this.lines.set(name, line);
  }

  private next(): void {
    const [first] = this.lines;
    if (!first) {
      this.isTaken = false;
      return;
    }
    const [name, line] = first;
    const start = line.shift();
    // The account goes to the end, behind the others.
    this.lines.delete(name);
    if (line.length > 0) this.lines.set(name, line);
    setImmediate(() => this.next());
    start?.();
  }
}

/** One per process: it shares out the event loop. */
export const readQueue = new ReadQueue();

/**
 * Makes reads wait before any work is done for them. A read over a limit gets its 429 after a pause: the rejections of
 * a client that retries at once would otherwise take the processor from others.
 */
export function queueReads(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => readQueue.enter(request, done));
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === TOO_MANY_REQUESTS && isRead(request))
      setTimeout(done, randomInt(PAUSE_MIN_MS, PAUSE_MAX_MS), null, payload);
    else done(null, payload);
  });
}

const isRead = (request: FastifyRequest) =>
  request.method === 'GET' || request.method === 'HEAD' || traitsOf(request).isRead === true;

function credentialOf({ headers }: FastifyRequest): string | undefined {
  const shown = headers.authorization ?? headers.cookie;
  return shown === undefined ? undefined : sha256(shown);
}
