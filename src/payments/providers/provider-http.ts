import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, buildConnector } from 'undici';
import { Config } from '../../config/index.js';
import { isPublicAddress } from '../../platform/net/address.js';
import { checkedLookup, systemLookup } from '../../platform/net/checked-lookup.js';
import { errorCodeOf } from '../../platform/net/error-code.js';
import { USER_AGENT } from '../../platform/process/project.js';

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3000;
const BODY_BYTES_MAX = 65_536;
const CONNECTIONS_MAX = 16;
/** Providers close idle connections. */
const IDLE_SOCKET_MS = 3000;

/** The addresses of the providers. They are fixed: a setting could send the keys elsewhere. Tests replace them. */
@Injectable()
export class ProviderHosts {
  readonly midtrans: string;
  readonly tripay: string;

  constructor({ PAYMENTS_SANDBOX: isSandbox }: Config) {
    const test = process.env['NODE_ENV'] === 'test' ? process.env['PROVIDERS_AT'] : undefined;
    this.midtrans = test ?? (isSandbox ? 'https://api.sandbox.midtrans.com' : 'https://api.midtrans.com');
    this.tripay = test ?? `https://tripay.co.id/${isSandbox ? 'api-sandbox' : 'api'}`;
  }
}

/** A whole JSON object, or why there is none. */
export type ProviderResponse =
  { kind: 'answer'; status: number; members: Record<string, unknown> } | { kind: 'none'; reason: string };

/** Calls payment providers: public addresses, no redirects, no proxy, bounded time and size, no exceptions. */
@Injectable()
export class ProviderHttp implements OnApplicationShutdown {
  private readonly agent = new Agent({
    connections: CONNECTIONS_MAX,
    keepAliveTimeout: IDLE_SOCKET_MS,
    keepAliveMaxTimeout: IDLE_SOCKET_MS,
    connect: buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: checkedLookup(systemLookup, isPublicAddress),
      autoSelectFamily: true,
    }),
  });

  /** A POST request with `body` as JSON; without it, a GET request. */
  async call(url: string, headers: Record<string, string>, body?: object): Promise<ProviderResponse> {
    const { origin, pathname, search } = new URL(url);
    const method = body ? 'POST' : 'GET';
    try {
      const response = await this.agent.request({
        ...{ origin, method, path: pathname + search },
        headers: {
          accept: 'application/json',
          'user-agent': USER_AGENT,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const members = membersIn(await textOf(response.body));
      const status = response.statusCode;
      return members ? { kind: 'answer', status, members } : none(`status ${status} without JSON`);
    } catch (error) {
      return none(reasonOf(error));
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }
}

const none = (reason: string): ProviderResponse => ({ kind: 'none', reason });

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw Object.assign(new Error('too large'), { code: 'TOO_LARGE' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function membersIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Only the code: the error may hold the request with the key. */
function reasonOf(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown };
  return name === 'TimeoutError' ? 'no answer in time' : (errorCodeOf(error) ?? 'no answer');
}
