import type { Client } from 'openapi-fetch';
import { ApiError } from './api-error';
import { CLIENT, takeEarly } from './early';
import type { paths } from './schema';

interface Init {
  params?: { query?: object; path?: object; header?: object };
  headers?: object;
  body?: unknown;
  parseAs?: 'json' | 'stream' | 'blob';
  signal?: AbortSignal;
}

/** Types of openapi-fetch, by which every call is checked; what runs is a few lines, an eighth of theirs. */
export const client = Object.fromEntries(
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
    method,
    (path: string, init?: Init) => send(method, path, init),
  ]),
) as unknown as Client<paths>;

async function send(method: string, path: string, init: Init = {}): Promise<Call<unknown>> {
  const { params = {}, headers, body, parseAs, signal } = init;
  const request = new Request(addressOf(path, params), {
    method,
    signal,
    credentials: 'same-origin',
    headers: {
      ...CLIENT,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...params.header,
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await (takeEarly(request) ?? fetch(request));
  if (!response.ok) return { error: await response.json().catch(() => undefined), response };
  if (parseAs === 'stream') return { data: response.body, response };
  if (parseAs === 'blob') return { data: await response.blob(), response };
  const text = await response.text();
  return { data: text === '' ? undefined : JSON.parse(text), response };
}

function addressOf(path: string, { path: parts = {}, query = {} }: NonNullable<Init['params']>): string {
  const values = new Map(Object.entries(parts));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) asked.append(name, String(one));
  return asked.size === 0 ? address : `${address}?${asked}`;
}

type DataOf<Answer> = Answer extends { readonly data: infer Data } ? Data : void;

interface Call<Answer> {
  data?: Answer;
  error?: unknown;
  response: Response;
}

/** The `data` of a successful answer; every other end is an {@link ApiError}. */
export async function unwrap<Answer>(call: Promise<Call<Answer>>): Promise<DataOf<Answer>> {
  const { data } = await succeeded(call);
  return (data as { data?: unknown } | undefined)?.data as DataOf<Answer>;
}

/** The whole of a successful answer without an envelope, a file's; an empty one is an {@link ApiError} too. */
export async function bodyOf<Body>(call: Promise<Call<Body>>): Promise<NonNullable<Body>> {
  const { data, error, response } = await succeeded(call);
  if (!data) throw ApiError.of(error, response);
  return data;
}

async function succeeded<Answer>(call: Promise<Call<Answer>>): Promise<Call<Answer>> {
  const answer = await call.catch((cause: unknown) => {
    throw ApiError.unreachable(cause);
  });
  if (!answer.response.ok) throw ApiError.of(answer.error, answer.response);
  return answer;
}

/** An answer that goes on, read by `fetch`: the browser's own event source cannot send our header. */
export async function openStream(
  path: string,
  lastId: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { ...CLIENT, ...(lastId !== null && { 'Last-Event-ID': lastId }) };
  const response = await fetch(path, { headers, credentials: 'same-origin', signal }).catch(
    (cause: unknown) => {
      throw ApiError.unreachable(cause);
    },
  );
  if (response.ok) return response;
  throw ApiError.of(await response.json().catch(() => null), response);
}
