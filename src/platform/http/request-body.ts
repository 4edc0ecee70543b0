import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../errors/index.js';
import { parseForeignJson } from '../text/foreign-json.js';
import type { LocalizedText } from '../text/language.js';
import { isWellFormed, utf8Text } from '../text/utf8.js';
import { traitsOf } from './route-config.js';

const JSON_TYPE = ['application/json'];
const MAX_DEPTH = 16;
const FOREIGN_MAX_DEPTH = 64;

/** Limits in bytes. */
export interface BodyLimits {
  own: number;
  /** For bodies in foreign formats. */
  foreign: number;
}

/** Members of JavaScript's prototypes. Libraries can mistake a member of these names for the prototype's own. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** `ignore`: for programs that would retry a rejected request forever. */
export type ReservedNames = 'refuse' | 'ignore';

const OTHER_CHARSET: LocalizedText = {
  id: 'Charset harus UTF-8.',
  en: 'The charset must be UTF-8.',
};
const NOT_UTF8: LocalizedText = {
  id: 'Isi permintaan bukan UTF-8 yang valid.',
  en: 'The body is not valid UTF-8.',
};
const LONE_SURROGATE: LocalizedText = {
  id: 'Isi permintaan memuat surrogate tanpa pasangannya, misalnya \\ud83d.',
  en: 'The body has a lone surrogate, for example \\ud83d.',
};

/** JSON is UTF-8, and ASCII is a part of it. Other parameters are ignored. */
function isUtf8Charset(parameter: string): boolean {
  const [, charset] = /^\s*charset\s*=\s*"?\s*([^"\s]*)/.exec(parameter) ?? [];
  return charset === undefined || ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset);
}

/** Why the server closed a connection. The reader of its body sees only that the stream has ended. */
const broken = new WeakMap<Socket, ErrorCode>();

export function noteBrokenBody(socket: Socket, code: ErrorCode): void {
  broken.set(socket, code);
}

/** A body that is read on demand: after the credential and rate-limit checks, as bytes if a signature covers it. */
export class RequestBody {
  #bytes: Promise<Buffer> | undefined;

  private readonly isForeign: boolean;
  private readonly limitBytes: number;

  constructor(
    readonly request: FastifyRequest,
    private readonly stream: IncomingMessage,
    limits: BodyLimits,
  ) {
    this.isForeign = traitsOf(request).takesForeignBody === true;
    this.limitBytes = this.isForeign ? limits.foreign : limits.own;
  }

  /**
   * The bytes of the body; the first reader may set another limit and other media types. Fails with `body_too_large`,
   * `unsupported_media_type`, `request_timeout` or `bad_request`.
   */
  bytes(limitBytes = this.limitBytes, types: readonly string[] = JSON_TYPE): Promise<Buffer> {
    this.#bytes ??= this.read(limitBytes, types);
    return this.#bytes;
  }

  /** The body as JSON object, `{}` if empty. Fails like {@link bytes}, `malformed_json` or `body_invalid`. */
  async json(): Promise<Record<string, unknown>> {
    const bytes = await this.bytes();
    if (bytes.length === 0) return {};
    const object = this.isForeign
      ? parseJsonObject(bytes, 'ignore', FOREIGN_MAX_DEPTH)
      : parseJsonObject(bytes, 'refuse');
    requireWellFormed(object);
    return object;
  }

  private async read(limitBytes: number, types: readonly string[]): Promise<Buffer> {
    const { headers } = this.request;
    if (Number(headers['content-length'] ?? 0) > limitBytes) throw this.tooLarge();
    const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
    if (!types.includes(type.trim())) throw new AppError('unsupported_media_type');
    if (!parameters.every(isUtf8Charset))
      throw new AppError('unsupported_media_type', { detail: OTHER_CHARSET });
    this.refuseEncoded(headers['content-encoding']);
    return this.collect(limitBytes);
  }

  /** Uses events: iterating over a stream is several times slower. */
  private collect(limitBytes: number): Promise<Buffer> {
    const { stream } = this;
    return new Promise((resolve, reject) => {
      const bytes = new ChunkBuffer();
      const cut = (cause?: Error) => {
        if (!stream.readableEnded)
          reject(new AppError(broken.get(stream.socket) ?? 'bad_request', { cause }));
      };
      const take = (chunk: Buffer) => {
        bytes.add(chunk);
        if (bytes.size <= limitBytes && !bytes.arrivesInTinyChunks) return;
        stream.off('data', take).pause();
        reject(this.tooLarge());
      };
      stream.on('data', take);
      stream.once('end', () => resolve(bytes.whole()));
      stream.once('error', cut);
      stream.once('close', cut);
      if (stream.destroyed) cut();
    });
  }

  private refuseEncoded(encoding: string | undefined): void {
    if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
    throw new AppError('unsupported_media_type', {
      message: {
        id: 'Content-Encoding tidak didukung. Kirim isi permintaan tanpa kompresi.',
        en: 'This Content-Encoding is not supported. Send the body without compression.',
      },
    });
  }

  /** Closes the connection instead of reading the rest. */
  private tooLarge(): AppError {
    return new AppError('body_too_large', { headers: { connection: 'close' } });
  }
}

/** A body in more and smaller chunks costs the server more than the sender. */
const PIECES_MAX = 1_024;
const PIECE_MIN_BYTES = 64;

/** Copies chunks: each chunk object would take hundreds of bytes. */
class ChunkBuffer {
  size = 0;
  private pieces = 0;
  private held: Buffer = Buffer.alloc(0);

  get arrivesInTinyChunks(): boolean {
    return this.pieces > PIECES_MAX && this.size < this.pieces * PIECE_MIN_BYTES;
  }

  add(piece: Buffer): void {
    this.pieces++;
    const size = this.size + piece.length;
    // Most bodies have one chunk.
    if (this.size === 0) this.held = piece;
    else {
      if (size > this.held.length) this.grow(size);
      piece.copy(this.held, this.size);
    }
    this.size = size;
  }

  whole(): Buffer {
    return this.held.subarray(0, this.size);
  }

  private grow(size: number): void {
    const grown = Buffer.allocUnsafe(2 * size);
    this.whole().copy(grown);
    this.held = grown;
  }
}

/** The members of a callback, whose signature covers these bytes. Fails with `malformed_json` or `callback_invalid`. */
export function callbackObject(rawBody: Buffer): Record<string, unknown> {
  try {
    return parseJsonObject(rawBody, 'ignore');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'body_invalid') throw error;
    throw new AppError('callback_invalid', { logDetail: 'the body is no object, or nested too deeply' });
  }
}

function parseJsonObject(
  bytes: Buffer,
  reserved: ReservedNames,
  maxDepth = MAX_DEPTH,
): Record<string, unknown> {
  const text = utf8Text(bytes);
  if (text === undefined) throw new AppError('malformed_json', { detail: NOT_UTF8 });
  if (depthOf(text) > maxDepth) throw new AppError('body_invalid', { logDetail: 'nested too deeply' });
  let value: unknown;
  try {
    value = reserved === 'ignore' ? parseForeignJson(text) : JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed_json', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('body_invalid');
  clean(value, reserved);
  return value as Record<string, unknown>;
}

/** Rejects lone surrogates in names and values: neither recipients nor databases can store them. */
function requireWellFormed(value: unknown): void {
  if (typeof value === 'string' && !isWellFormed(value))
    throw new AppError('malformed_json', { detail: LONE_SURROGATE });
  if (typeof value !== 'object' || value === null) return;
  Object.keys(value).forEach(requireWellFormed);
  Object.values(value).forEach(requireWellFormed);
}

/** Runs after parsing, since a name may be escaped. */
function clean(value: unknown, reserved: ReservedNames): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name of RESERVED) {
    if (!Object.hasOwn(value, name)) continue;
    if (reserved === 'refuse')
      throw new AppError('malformed_json', {
        message: {
          id: `Isi permintaan tidak boleh memuat nama ${name}.`,
          en: `The body may not have a member named ${name}.`,
        },
      });
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

export function deferBodies(fastify: FastifyInstance, limits: BodyLimits): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request, payload, done) => {
    done(null, new RequestBody(request, payload, limits));
  });
}
