import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, onSendHookHandler } from 'fastify';
import { pageHeaders } from '../http/index.js';
import { randomToken } from '../ids/random.js';
import { buildDocument, documentFor, type DocumentOptions } from './document.js';
import { GUIDE_NAMES } from './guides.js';
import { failurePage } from './text-pages.js';

const HTML = 'text/html; charset=utf-8';

/** Serves /docs and below: Swagger UI and the OpenAPI document for each audience, and the text pages. */
export function serveDocs(app: NestFastifyApplication, options: DocumentOptions): void {
  const { audiences } = options;
  const addresses = audiences.map(({ path }) => (path ? `docs/${path}` : 'docs'));
  // The addresses of pages. Other addresses below /docs are files of these pages.
  const pages = addresses.flatMap((address) => [`/${address}`, `/${address}/`, `/${address}/index.html`]);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (pages.includes(route.url)) route.onSend = keepToPolicy;
  });
  const answer = (reply: FastifyReply, pageOf: (nonce: string) => string) => {
    const nonce = randomToken(16);
    return reply.headers({ ...pageHeaders(nonce), 'content-type': HTML }).send(pageOf(nonce));
  };
  fastify.get('/docs/errors', (_request, reply) => answer(reply, failurePage));
  for (const name of GUIDE_NAMES) {
    let guide: Promise<(nonce: string) => string> | undefined;
    fastify.get(`/docs/${name}`, async (_request, reply) => {
      // Imported on first use.
      guide ??= import('./guide-page.js').then(({ guidePage }) => guidePage(name, options.publicUrl));
      guide.catch(() => (guide = undefined));
      return answer(reply, await guide);
    });
  }
  let whole: OpenAPIObject | undefined;
  // Longer addresses first: the files of /docs would match them.
  for (const [at, audience] of [...audiences.entries()].reverse())
    SwaggerModule.setup(
      addresses[at] ?? '',
      app,
      () => documentFor((whole ??= buildDocument(app, options)), audience),
      {
        jsonDocumentUrl: `${addresses[at]}/openapi.json`,
        swaggerOptions: {
          // The other layout's bar has inline styles, which the policy rejects.
          layout: 'BaseLayout',
          // Links such as `/docs#/OTP/sendOtp`.
          deepLinking: true,
          // Credentials are not stored, and earlier ones are removed.
          persistAuthorization: false,
          onComplete: forgetCredentials,
        },
        patchDocumentOnRequest: withOwnServerFirst,
      },
    );
}

/** Puts the page's own origin first among the servers: its policy forbids calls to others. */
function withOwnServerFirst(request: unknown, _response: unknown, document: OpenAPIObject): OpenAPIObject {
  const isPage = (request as { url: string }).url.endsWith('.js');
  return isPage ? { ...document, servers: [...(document.servers ?? [])].reverse() } : document;
}

/** Adds the nonce to styles, and removes inline ones, which the policy rejects. */
const keepToPolicy: onSendHookHandler = (_request, reply, html, done) => {
  if (typeof html !== 'string') return done(null, html);
  const nonce = randomToken(16);
  void reply.headers(pageHeaders(nonce));
  const page = html
    .replaceAll('<style>', `<style nonce="${nonce}">`)
    .replace(/ style="position:absolute;width:0;height:0"/, ' width="0" height="0"');
  done(null, page);
};

declare const localStorage: { removeItem(key: string): void };

/** Runs in the browser: removes credentials that it stored earlier. */
function forgetCredentials(): void {
  localStorage.removeItem('authorized');
}
