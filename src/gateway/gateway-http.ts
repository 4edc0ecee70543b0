import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, buildConnector } from 'undici';
import type { Config } from '../config/index.js';
import { isGatewayAddress } from '../platform/net/address.js';
import { askingSystem, checkedLookup } from '../platform/net/checked-lookup.js';
import { USER_AGENT } from '../platform/process/project.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { utf8Text } from '../platform/text/utf8.js';
import { isReachable } from './base-url.rules.js';
import { Exchange } from './exchange.js';

const ANSWER_BYTES_MAX = 65_536;
/** A gateway that takes longer than this to connect is taken for unreachable: there is time for another device. */
const CONNECT_TIMEOUT_MS = 3000;
/**
 * Well below the 5 s after which many servers close an idle connection, since undici's clock may be a second late: a send
 * on a closing one has no known outcome.
 */
const IDLE_SOCKET_MS = 3000;

export interface GatewayRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Where more may be answered than usual. */
  answerBytesMax?: number;
  /** The answer's bytes become one character each (latin1), instead of being read as UTF-8. */
  isBinary?: boolean;
}

/** What came of a request, in the terms that the accounting needs. */
export type GatewayAnswer =
  | { kind: 'answer'; status: number; body: string }
  /** No byte of it can have reached the gateway. */
  | { kind: 'unsent'; reason: string; fault: 'busy' | 'unreachable' }
  /** It may have been read and acted upon. */
  | { kind: 'cut'; reason: string; failureReason: FailureReason };

/** Every call to a gateway: pooled connections, no redirect, no proxy, bounded answers, never an exception. */
@Injectable()
export class GatewayHttp implements OnApplicationShutdown {
  private readonly agent: Agent;
  /** How many connections are being made, by origin. */
  private readonly connecting = new Map<string, number>();

  constructor({ GATEWAY_SOCKETS_MAX }: Pick<Config, 'GATEWAY_SOCKETS_MAX'>, ask = askingSystem) {
    const lookup = checkedLookup(ask, isGatewayAddress);
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup, autoSelectFamily: true });
    this.agent = new Agent({
      connections: GATEWAY_SOCKETS_MAX,
      pipelining: 1,
      keepAliveTimeout: IDLE_SOCKET_MS,
      keepAliveMaxTimeout: IDLE_SOCKET_MS,
      // Each call has a deadline of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        const origin = `${options.protocol}//${options.host}`;
        this.countConnecting(origin, 1);
        connect(options, (...made) => {
          this.countConnecting(origin, -1);
          callback(...made);
        });
      },
    });
  }

  async call(request: GatewayRequest, signal: AbortSignal): Promise<GatewayAnswer> {
    const url = new URL(request.url);
    // A socket looks names up, but connects to a literal address unasked.
    if (!isReachable(url)) return NOT_A_GATEWAY;
    const exchange = new Exchange(request.answerBytesMax ?? ANSWER_BYTES_MAX);
    const giveUp = () => exchange.giveUp('ECONNABORTED');
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    else this.dispatch(url, request, exchange);
    try {
      const { status, body } = await exchange.answer;
      const text = request.isBinary ? body.toString('latin1') : utf8Text(body);
      return text === undefined ? NOT_UTF8 : { kind: 'answer', status, body: text };
    } catch (error) {
      return this.explain(error, exchange, url, signal);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  private dispatch(url: URL, { method, headers, body }: GatewayRequest, exchange: Exchange): void {
    const path = url.pathname + url.search;
    this.agent.dispatch(
      { origin: url.origin, path, method, headers: { ...COMMON_HEADERS, ...headers }, body },
      exchange,
    );
  }

  /** The error itself may carry the request with its token and its text: no part of it leaves but its code. */
  private explain(error: unknown, exchange: Exchange, url: URL, signal: AbortSignal): GatewayAnswer {
    const code = codeOf(error);
    if (exchange.isProvablyUnsent) {
      // Neither had it a connection, nor was one being made: all were busy.
      if (signal.aborted && !this.connecting.has(url.origin)) return NO_CONNECTION;
      const why = signal.aborted ? 'timeout' : code;
      return { kind: 'unsent', reason: `gateway not reached (${why})`, fault: 'unreachable' };
    }
    return signal.aborted
      ? { kind: 'cut', reason: 'no answer from the gateway in time', failureReason: 'gateway_timeout' }
      : {
          kind: 'cut',
          reason: `no whole answer from the gateway (${code})`,
          failureReason: 'gateway_fault',
        };
  }

  private countConnecting(origin: string, more: number): void {
    const count = (this.connecting.get(origin) ?? 0) + more;
    if (count > 0) this.connecting.set(origin, count);
    else this.connecting.delete(origin);
  }

  /** After the last request was answered: sends under way end first. */
  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }
}

const COMMON_HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': USER_AGENT,
};

const NOT_A_GATEWAY: GatewayAnswer = {
  kind: 'unsent',
  reason: 'gateway not reached (address not allowed)',
  fault: 'unreachable',
};

/** What it means nobody knows: nothing of it is kept. */
const NOT_UTF8: GatewayAnswer = {
  kind: 'cut',
  reason: 'the gateway answered in bytes that are no UTF-8',
  failureReason: 'gateway_fault',
};

const NO_CONNECTION: GatewayAnswer = {
  kind: 'unsent',
  reason: 'no free connection to the gateway',
  fault: 'busy',
};

/** In undici's own words. */
const PLAIN_CODES: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
};

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return 'unknown error';
  return PLAIN_CODES[code] ?? code;
}
