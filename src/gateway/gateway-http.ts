import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, buildConnector } from 'undici';
import type { Config } from '../config/index.js';
import { isGatewayAddress } from '../platform/net/address.js';
import { checkedLookup, systemLookup } from '../platform/net/checked-lookup.js';
import { errorCodeOf } from '../platform/net/error-code.js';
import { USER_AGENT } from '../platform/process/project.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { utf8Text } from '../platform/text/utf8.js';
import { isReachable } from './base-url.rules.js';
import { Exchange } from './http-exchange.js';

const ANSWER_BYTES_MAX = 65_536;
/** A slower gateway counts as unreachable, which leaves time for another device. */
const CONNECT_TIMEOUT_MS = 3000;
/**
 * Many servers close idle connections after 5 s, and undici's timer may be a second late. A send on a closing
 * connection has an unknown outcome.
 */
const IDLE_SOCKET_MS = 3000;

export interface GatewayRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  answerBytesMax?: number;
  /** Decodes the response as latin1 instead of UTF-8. */
  isBinary?: boolean;
}

export type GatewayResponse =
  | { kind: 'answer'; status: number; body: string }
  /** Provably no byte reached the gateway. */
  | { kind: 'unsent'; reason: string; fault: 'busy' | 'unreachable' }
  /** The gateway may have acted on it. */
  | { kind: 'cut'; reason: string; failureReason: FailureReason };

/** Calls gateways: pooled connections, no redirects, no proxy, bounded responses, no exceptions. */
@Injectable()
export class GatewayHttp implements OnApplicationShutdown {
  private readonly agent: Agent;
  /** Connections being opened, by origin. */
  private readonly connecting = new Map<string, number>();

  constructor({ GATEWAY_SOCKETS_MAX }: Pick<Config, 'GATEWAY_SOCKETS_MAX'>, ask = systemLookup) {
    const lookup = checkedLookup(ask, isGatewayAddress);
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup, autoSelectFamily: true });
    this.agent = new Agent({
      connections: GATEWAY_SOCKETS_MAX,
      pipelining: 1,
      keepAliveTimeout: IDLE_SOCKET_MS,
      keepAliveMaxTimeout: IDLE_SOCKET_MS,
      // Each call has its own deadline.
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

  async call(request: GatewayRequest, signal: AbortSignal): Promise<GatewayResponse> {
    const url = new URL(request.url);
    // The DNS look-up checks host names only: sockets connect to literal addresses without it.
    if (!isReachable(url)) return unsent('gateway not reached (address not allowed)');
    const exchange = new Exchange(request.answerBytesMax ?? ANSWER_BYTES_MAX);
    const giveUp = () => exchange.giveUp('ECONNABORTED');
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    else this.dispatch(url, request, exchange);
    try {
      const { status, body } = await exchange.answer;
      const text = request.isBinary ? body.toString('latin1') : utf8Text(body);
      if (text === undefined) return cut('the gateway answered in bytes that are no UTF-8');
      return { kind: 'answer', status, body: text };
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

  /** Exposes only the error code: the error may contain the request with token and text. */
  private explain(error: unknown, exchange: Exchange, url: URL, signal: AbortSignal): GatewayResponse {
    const code = codeOf(error);
    if (exchange.isProvablyUnsent) {
      // All connections were in use, and none was being opened.
      if (signal.aborted && !this.connecting.has(url.origin))
        return unsent('no free connection to the gateway', 'busy');
      return unsent(`gateway not reached (${signal.aborted ? 'timeout' : code})`);
    }
    return signal.aborted
      ? cut('no answer from the gateway in time', 'gateway_timeout')
      : cut(`no whole answer from the gateway (${code})`);
  }

  private countConnecting(origin: string, more: number): void {
    const count = (this.connecting.get(origin) ?? 0) + more;
    if (count > 0) this.connecting.set(origin, count);
    else this.connecting.delete(origin);
  }

  /** Runs after the last response: sends under way end first. */
  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }
}

const COMMON_HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': USER_AGENT,
};

const unsent = (reason: string, fault: 'busy' | 'unreachable' = 'unreachable'): GatewayResponse => ({
  kind: 'unsent',
  reason,
  fault,
});

const cut = (reason: string, failureReason: FailureReason = 'gateway_fault'): GatewayResponse => ({
  kind: 'cut',
  reason,
  failureReason,
});

const PLAIN_CODES: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
};

function codeOf(error: unknown): string {
  const code = errorCodeOf(error);
  return code === undefined ? 'unknown error' : (PLAIN_CODES[code] ?? code);
}
