import { expect } from 'vitest';
import { ResponseContract } from './contract.js';

export interface CallOptions {
  /** Sent as `Authorization: Bearer …`. */
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Buffer;
}

export interface Answer {
  /** Method and path. */
  request: string;
  status: number;
  headers: Headers;
  text: string;
  /** The parsed envelope; the text itself where it is no JSON. */
  body: Record<string, never> & { data: never; message: string; code: string };
}

/** The document is the same for every service of a worker, but for the address it names. */
let contract: Promise<ResponseContract> | undefined;

/** Speaks HTTP to the service; every answer has a request id, and is checked against the document. */
export class Api {
  constructor(
    private readonly baseUrl: string,
    private readonly checkResponses: boolean,
  ) {}

  get = (path: string, options: CallOptions = {}) => this.call('GET', path, options);
  post = (path: string, body?: unknown, options: CallOptions = {}) =>
    this.call('POST', path, { body, ...options });
  patch = (path: string, body?: unknown, options: CallOptions = {}) =>
    this.call('PATCH', path, { body, ...options });
  put = (path: string, body?: unknown, options: CallOptions = {}) =>
    this.call('PUT', path, { body, ...options });
  delete = (path: string, options: CallOptions = {}) => this.call('DELETE', path, options);

  async call(method: string, path: string, { token, headers = {}, body, raw }: CallOptions): Promise<Answer> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: payload as never,
    });
    const text = await response.text();
    const { status } = response;
    const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    const content: unknown = mediaType === 'application/json' ? JSON.parse(text) : text;
    const answer = {
      request: `${method} ${path}`,
      status,
      headers: response.headers,
      text,
      body: content as Answer['body'],
    };
    expect(response.headers.get('x-request-id')).toBeTruthy();
    if (this.checkResponses) (await this.contract()).check(method, path, { status, mediaType, content });
    return answer;
  }

  private contract(): Promise<ResponseContract> {
    return (contract ??= ResponseContract.load(this.baseUrl).catch((error: unknown) => {
      contract = undefined;
      throw error;
    }));
  }
}
