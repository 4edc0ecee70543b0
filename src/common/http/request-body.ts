import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../errors/index.js';
import { traitsOf } from './route-config.js';

const MAX_DEPTH = 16;
const FOREIGN_MAX_DEPTH = 64;

/** How long bodies may be, in bytes. */
export interface BodyLimits {
  own: number;
  /** Of bodies whose form others prescribe. */
  foreign: number;
}

/** Names that JavaScript looks up on prototypes: libraries take a member that is called so for what it hides. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** What becomes of members with such names. `ignore`: of a program that would send what is refused again for ever. */
export type ReservedNames = 'refuse' | 'ignore';

/** Why the server gave a connection up. The body under way on it only sees that it ended. */
const broken = new WeakMap<Socket, ErrorCode>();

export function noteBrokenBody(socket: Socket, code: ErrorCode): void {
  broken.set(socket, code);
}

/**
 * A request's body that nobody has read yet. Fastify parses before Nest's guards run; handing the body on unread
 * lets credentials and rate limits answer first, and keeps the bytes as they came for signatures.
 */
export class RequestBody {
  #bytes: Promise<Buffer> | undefined;

  private readonly isForeign: boolean;
  private readonly limitBytes: number;

  constructor(
    private readonly request: FastifyRequest,
    private readonly stream: IncomingMessage,
    limits: BodyLimits,
  ) {
    this.isForeign = traitsOf(request).takesForeignBody === true;
    this.limitBytes = this.isForeign ? limits.foreign : limits.own;
  }

  /**
   * The body's bytes; whoever reads them first may set another limit. Fails with `body_too_large`,
   * `unsupported_media_type`, `request_timeout` or `bad_request`.
   */
  bytes(limitBytes = this.limitBytes): Promise<Buffer> {
    this.#bytes ??= this.read(limitBytes);
    return this.#bytes;
  }

  /** The body as a JSON object, `{}` when empty. Fails as {@link bytes}, and with `malformed_json` or `body_invalid`. */
  async json(): Promise<Record<string, unknown>> {
    const bytes = await this.bytes();
    if (bytes.length === 0) return {};
    return this.isForeign
      ? parseJsonObject(bytes, 'ignore', FOREIGN_MAX_DEPTH)
      : parseJsonObject(bytes, 'refuse');
  }

  private async read(limitBytes: number): Promise<Buffer> {
    const { headers } = this.request;
    if (Number(headers['content-length'] ?? 0) > limitBytes) throw this.tooLarge();
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/json') throw new AppError('unsupported_media_type');
    this.refuseEncoded(headers['content-encoding']);
    return this.collect(limitBytes);
  }

  /** By its events: to iterate over a stream costs several times as much. */
  private collect(limitBytes: number): Promise<Buffer> {
    const { stream } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const cut = (cause?: Error) => {
        if (!stream.readableEnded)
          reject(new AppError(broken.get(stream.socket) ?? 'bad_request', { cause }));
      };
      const take = (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= limitBytes) return;
        stream.off('data', take).pause();
        reject(this.tooLarge());
      };
      stream.on('data', take);
      stream.once('end', () => resolve(Buffer.concat(chunks)));
      stream.once('error', cut);
      stream.once('close', cut);
      if (stream.destroyed) cut();
    });
  }

  private refuseEncoded(encoding: string | undefined): void {
    if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
    throw new AppError('unsupported_media_type', {
      message: 'Content-Encoding tidak didukung. Kirim isi permintaan tanpa kompresi.',
    });
  }

  /** The rest of an oversized body is not worth reading: the connection ends with the answer. */
  private tooLarge(): AppError {
    return new AppError('body_too_large', { headers: { connection: 'close' } });
  }
}

/** Parses bytes that must hold one JSON object; refuses nesting no honest caller needs. */
export function parseJsonObject(
  bytes: Buffer,
  reserved: ReservedNames,
  maxDepth = MAX_DEPTH,
): Record<string, unknown> {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (depthOf(text) > maxDepth) throw new AppError('body_invalid', { detail: 'nested too deeply' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed_json', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('body_invalid');
  clean(value, reserved);
  return value as Record<string, unknown>;
}

/** At any depth; after parsing, since a name may be written with escapes. */
function clean(value: unknown, reserved: ReservedNames): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of RESERVED) {
    if (!Object.hasOwn(value, name)) continue;
    if (reserved === 'refuse')
      throw new AppError('malformed_json', { message: `Isi permintaan tidak boleh memuat nama ${name}.` });
    Reflect.deleteProperty(value, name);
  }
  for (const member of Object.values(value)) clean(member, reserved);
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}

/** Makes `request.body` a {@link RequestBody} for every content type. */
export function deferBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request, payload, done) => {
    done(null, new RequestBody(request, payload, limits));
  });
}
