import type { ResponseContract } from '../support/contract.js';
import type { Exchange } from './exchange.js';
import type { FuzzedRequest } from './request.js';

/** Failures that are a gateway's or the pool's, and what hooks say for those: the only ones from 502 to 504. */
const THEIRS = ['gateway_error', 'gateway_unknown', 'no_device', 'not_ready', 'hook_unavailable'];

/** What no answer may tell of the inside. */
const INSIDE = /node_modules|\bat \S+ \(|\.[jt]s:\d+|SQLITE_|ER_[A-Z]+_|SELECT .* FROM|TypeError|QueryFailed/;

/** What is wrong with an answer; nothing, mostly. */
export function faultsOf(
  { method, target, operation }: FuzzedRequest,
  { status, headers, text }: Exchange,
  contract: ResponseContract,
): string[] {
  const faults: string[] = [];
  const mediaType = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  const content = method === 'HEAD' ? '' : contentOf(mediaType, text);
  if (content === undefined) return ['JSON that is none'];
  const { code } = (content ?? {}) as { code?: unknown };
  if (status === 500 || status === 501) faults.push('a fault of ours');
  if (status > 501 && !THEIRS.includes(String(code))) faults.push('a fault of ours said to be theirs');
  if (headers['x-request-id'] === undefined) faults.push('no X-Request-Id');
  if (!/\bno-store\b/.test(String(headers['cache-control']))) faults.push('no Cache-Control: no-store');
  if (headers['x-injected'] !== undefined) faults.push('a header of the caller');
  if (INSIDE.test(text)) faults.push('it tells of the inside');
  if (method === 'HEAD') return faults;
  if (status >= 400 && !isFailure(content, headers['x-request-id']))
    faults.push('a failure without its envelope');
  const plain = target.split('?', 1)[0] ?? '';
  const isOperation =
    method === operation.method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain);
  if (isOperation && isKnown(status, code))
    faults.push(...against(contract, method, plain, { status, mediaType, content }));
  return faults;
}

function contentOf(mediaType: string, text: string): unknown {
  if (mediaType !== 'application/json') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isFailure(content: unknown, requestId: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  const { success, code, message, request_id, error } = content as Record<string, unknown>;
  // Supabase prescribes its own form.
  if (typeof error === 'object' && error !== null) return 'http_code' in error;
  return (
    success === false && typeof code === 'string' && typeof message === 'string' && request_id === requestId
  );
}

/** What every address may answer before it knows which operation was meant, and no document lists for each. */
const isKnown = (status: number, code: unknown) =>
  ![404, 405, 414, 431].includes(status) && code !== 'bad_request' && code !== 'unsupported_media_type';

function against(
  contract: ResponseContract,
  method: string,
  path: string,
  received: Parameters<ResponseContract['check']>[2],
): string[] {
  try {
    contract.check(method, path, received);
    return [];
  } catch (error) {
    return [(error as Error).message.slice(0, 500)];
  }
}
