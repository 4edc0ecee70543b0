import type { Client, ClientPathsWithMethod } from 'openapi-fetch';
import { ApiError } from './api-error';
import { languageHeader } from './language';
import { CLIENT_HEADERS, takePrefetched } from './prefetch';
import type { paths } from './schema';

export type { Schemas } from './schemas';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type OperationAt<Path extends keyof paths, Verb extends Method> =
  paths[Path] extends Record<Verb, infer Operation> ? Operation : never;

/** The paths that have a method. */
type PathOf<Verb extends Method> = ClientPathsWithMethod<Client<paths>, Verb>;

/** The path parameters, query and body of an operation. */
type OptionsOf<Operation> = (Operation extends { parameters: infer Parameters }
  ? Omit<Parameters, 'header'>
  : unknown) &
  BodyOf<Operation> & {
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

/** Some request bodies are optional. */
type BodyOf<Operation> = Operation extends { requestBody: Json<infer Body> }
  ? { body: Body }
  : Operation extends { requestBody?: infer Optional }
    ? [NonNullable<Optional>] extends [never]
      ? unknown
      : NonNullable<Optional> extends Json<infer Body>
        ? { body?: Body }
        : unknown
    : unknown;
interface Json<Body> {
  content: { 'application/json': Body };
}

/** The options of a call, which are optional if the operation has no required parameters. */
type OptionsArgument<Operation> =
  Partial<OptionsOf<Operation>> extends OptionsOf<Operation>
    ? [options?: OptionsOf<Operation>]
    : [options: OptionsOf<Operation>];

/** The `data` of a successful response. */
type DataOf<Operation> = Operation extends { responses: infer Answers }
  ? DataIn<Answers[keyof Answers & (200 | 201 | 202 | 204)]>
  : never;
type DataIn<Answer> = Answer extends { content: { 'application/json': { data: infer Data } } } ? Data : void;

/** The functions of {@link api}, with types from the OpenAPI document. */
type Api = {
  [Verb in Method]: <Path extends PathOf<Verb>>(
    path: Path,
    ...options: OptionsArgument<OperationAt<Path, Verb>>
  ) => Promise<DataOf<OperationAt<Path, Verb>>>;
};

/** Calls the API. Resolves with the `data` of the response, or rejects with an {@link ApiError}. */
export const api = Object.fromEntries(
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [
    method.toLowerCase(),
    (path: string, options?: RequestOptions) => request(method, path, options),
  ]),
) as unknown as Api;

interface RequestOptions {
  query?: object;
  path?: object;
  headers?: object;
  body?: unknown;
  signal?: AbortSignal;
}

async function request(method: string, path: string, options?: RequestOptions): Promise<unknown> {
  const response = await send(method, path, options);
  return orUnreachable(response.text().then(dataIn));
}

const dataIn = (text: string) => (text === '' ? undefined : (JSON.parse(text) as { data?: unknown }).data);

/** For responses without an envelope: files and event streams. (An EventSource cannot send our header.) */
export const getFile = <Path extends PathOf<'get'>>(
  path: Path,
  ...[options]: OptionsArgument<OperationAt<Path, 'get'>>
): Promise<Response> => send('GET', path, options);

/** The response of a POST as a stream. */
export const postFile = <Path extends PathOf<'post'>>(
  path: Path,
  ...[options]: OptionsArgument<OperationAt<Path, 'post'>>
): Promise<Response> => send('POST', path, options);

async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const { headers, body, signal } = options;
  const request = new Request(addressOf(path, options), {
    method,
    signal,
    credentials: 'same-origin',
    headers: {
      ...CLIENT_HEADERS,
      ...languageHeader(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await orUnreachable(takePrefetched(request) ?? fetch(request));
  if (response.ok) return response;
  throw ApiError.of(await response.json().catch(() => undefined), response);
}

const orUnreachable = <Result>(answer: Promise<Result>): Promise<Result> =>
  answer.catch((cause: unknown) => {
    throw ApiError.unreachable(cause);
  });

function addressOf(path: string, { path: parts = {}, query = {} }: RequestOptions): string {
  const values = new Map(Object.entries(parts));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) params.append(name, String(one));
  return params.size === 0 ? address : `${address}?${params}`;
}
