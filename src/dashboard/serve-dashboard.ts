import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../platform/errors/index.js';
import { pageHeaders } from '../platform/http/index.js';
import { randomToken } from '../platform/ids/random.js';

/** Paths that never show a page. */
const NOT_PAGES = /^\/+(?:api|docs|health|metrics|assets)(?:[/?%]|$)/i;

interface DashboardOptions {
  /** The build of the dashboard: index.html, and files with a hash in their name under assets/. */
  folder: string;
  logger: Logger;
  isProduction: boolean;
}

/** Serves the built dashboard at `/`: its files by their names, and its page at every other address without a route. */
export async function serveDashboard(
  fastify: FastifyInstance,
  { folder, logger, isProduction }: DashboardOptions,
): Promise<void> {
  const page = readPage(folder);
  // A missing build is normal in development: `npm start` builds it, and `npm run dev` serves its own pages.
  const level = isProduction ? 'warn' : 'debug';
  if (page !== undefined) await serveFiles(fastify, folder);
  else logger[level]({ folder }, 'the dashboard is not built: run `npm run build` and start again');
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!asksForPage(request)) done();
    else if (page !== undefined) sendPage(reply, page);
    else done(new AppError('not_found', { message: NOT_BUILT }));
  });
}

const NOT_BUILT = {
  id: 'Dashboard belum dibangun. Jalankan `npm run build`, lalu jalankan ulang layanan.',
  en: 'The dashboard is not built. Run `npm run build`, then restart the service.',
};

/** Routes only for the files of the build. */
async function serveFiles(fastify: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, 'assets', '/');
  await fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['index.html', '**/*.{br,gz,map}'],
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(assets);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Unknown paths show the page, which handles them. */
function asksForPage({ is404, method, url, headers }: FastifyRequest): boolean {
  if (!is404 || (method !== 'GET' && method !== 'HEAD') || NOT_PAGES.test(url)) return false;
  return /^\/(?:\?|$)/.test(url) || (headers.accept?.includes('text/html') ?? false);
}

/** The placeholder in index.html for the nonce of a response. */
const NONCE = '__CSP_NONCE__';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page refers to the files of one build, and contains a nonce.
  'cache-control': 'no-cache',
};

/** Each response has its own nonce. */
function sendPage(reply: FastifyReply, page: string): void {
  const nonce = randomToken(16);
  const headers = { ...HEADERS, ...pageHeaders(nonce) };
  void reply.code(200).headers(headers).send(page.replaceAll(NONCE, nonce));
}

/** The built index.html; `undefined` when the dashboard is not built. */
function readPage(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
