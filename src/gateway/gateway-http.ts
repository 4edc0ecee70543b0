import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpService } from '@nestjs/axios';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AxiosRequestConfig } from 'axios';
import { isGatewayAddress } from '../common/net/address.js';
import { askingSystem, checkedLookup } from '../common/net/checked-lookup.js';
import { USER_AGENT } from '../common/process/project.js';
import type { FailureReason } from '../common/text/failure-reason.js';
import type { Config } from '../config/index.js';
import { isReachable } from './base-url.rules.js';
import { Departure } from './departure.js';
import { type DirectAnswer, postDirectly } from './direct-post.js';

const ANSWER_BYTES_MAX = 65_536;
/** Below the 5 s after which many servers close an idle connection: a send on a closing one has no known outcome. */
const IDLE_SOCKET_MS = 4000;

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
  constructor(private readonly http: HttpService) {}

  async call(request: GatewayRequest, signal: AbortSignal): Promise<GatewayAnswer> {
    // A socket looks names up, but connects to a literal address unasked.
    if (!isReachable(new URL(request.url))) return NOT_A_GATEWAY;
    const departure = new Departure(signal);
    try {
      const { status, body } = await (request.method === 'POST'
        ? this.post(request, signal, departure)
        : this.get(request, signal, departure));
      return { kind: 'answer', status, body };
    } catch (error) {
      return explain(error, departure, signal);
    }
  }

  /** What sends: the way that has to be short. */
  private post(request: GatewayRequest, signal: AbortSignal, departure: Departure): Promise<DirectAnswer> {
    const { url, headers, body = '', answerBytesMax = ANSWER_BYTES_MAX, isBinary } = request;
    const { httpAgent, httpsAgent } = this.agents;
    return postDirectly(
      {
        url,
        headers: { ...COMMON_HEADERS, ...headers },
        body,
        agent: url.startsWith('https:') ? httpsAgent : httpAgent,
        encoding: isBinary ? 'latin1' : 'utf8',
        answerBytesMax,
        signal,
      },
      departure,
    );
  }

  /** What only asks. */
  private async get(
    request: GatewayRequest,
    signal: AbortSignal,
    departure: Departure,
  ): Promise<DirectAnswer> {
    const { status, data } = await this.http.axiosRef.request<string>({
      method: request.method,
      url: request.url,
      headers: { ...COMMON_HEADERS, ...request.headers },
      maxContentLength: request.answerBytesMax ?? ANSWER_BYTES_MAX,
      responseEncoding: request.isBinary ? 'latin1' : 'utf8',
      signal,
      transport: departure,
    });
    return { status, body: data };
  }

  /** The same for both, so that a gateway sees one pool of connections. */
  private get agents() {
    return this.http.axiosRef.defaults as { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
  }

  /** After the last request was answered: sends under way end first. */
  onApplicationShutdown(): void {
    const { httpAgent, httpsAgent } = this.agents;
    for (const agent of [httpAgent, httpsAgent]) agent.destroy();
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

/** The options of the one axios instance that speaks to gateways. */
export function httpOptions(config: Config, ask = askingSystem) {
  const sockets = {
    keepAlive: true,
    maxSockets: config.GATEWAY_SOCKETS_MAX,
    maxFreeSockets: config.GATEWAY_SOCKETS_MAX,
    timeout: IDLE_SOCKET_MS,
    lookup: checkedLookup(ask, isGatewayAddress),
    autoSelectFamily: true,
  };
  return {
    httpAgent: new HttpAgent(sockets),
    httpsAgent: new HttpsAgent(sockets),
    proxy: false,
    maxRedirects: 0,
    responseType: 'text',
    validateStatus: () => true,
    // Bodies are ours to write and to read: axios would parse what looks like JSON.
    transformRequest: [(data: unknown) => data],
    transformResponse: [(data: unknown) => data],
  } satisfies AxiosRequestConfig;
}

/** The error itself carries the request with its token and its text: no part of it leaves but its code. */
function explain(error: unknown, departure: Departure, signal: AbortSignal): GatewayAnswer {
  const code = codeOf(error);
  if (departure.isProvablyUnsent) {
    return signal.aborted && departure.wasOnlyQueued
      ? { kind: 'unsent', reason: 'no free connection to the gateway', fault: 'busy' }
      : {
          kind: 'unsent',
          reason: `gateway not reached (${signal.aborted ? 'timeout' : code})`,
          fault: 'unreachable',
        };
  }
  return signal.aborted
    ? { kind: 'cut', reason: 'no answer from the gateway in time', failureReason: 'gateway_timeout' }
    : {
        kind: 'cut',
        reason: `no whole answer from the gateway (${code})`,
        failureReason: 'gateway_fault',
      };
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown error';
}
