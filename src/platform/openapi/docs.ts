import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, onSendHookHandler } from 'fastify';
import { pageHeaders } from '../http/index.js';
import { randomToken } from '../ids/random.js';
import { buildDocument, documentFor, type DocumentOptions } from './document.js';
import { failurePage } from './failure-page.js';
import { GUIDE_NAMES } from './guides.js';

const HTML = 'text/html; charset=utf-8';

/** Swagger UI for each audience, at /docs and below, under the policy of our own pages and beside its document; and the pages of text. */
export function serveDocs(app: NestFastifyApplication, options: DocumentOptions): void {
  const { audiences } = options;
  const addresses = audiences.map(({ path }) => (path ? `docs/${path}` : 'docs'));
  // A page's addresses; all else below is its files.
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
      // Loaded when it is first asked for, like the documents.
      guide ??= import('./guide-page.js').then(({ guidePage }) => guidePage(name, options.publicUrl));
      guide.catch(() => (guide = undefined));
      return answer(reply, await guide);
    });
  }
  let whole: OpenAPIObject | undefined;
  // The longer addresses first: the files of /docs would answer for them.
  for (const [at, audience] of [...audiences.entries()].reverse())
    SwaggerModule.setup(
      addresses[at] ?? '',
      app,
      () => documentFor((whole ??= buildDocument(app, options)), audience),
      {
        jsonDocumentUrl: `${addresses[at]}/openapi.json`,
        swaggerOptions: {
          // The bar that the other layout has brings a style of its own, which the policy would refuse.
          layout: 'BaseLayout',
          // Our pages link to single operations: `/docs#/OTP/sendOtp`.
          deepLinking: true,
          // Whatever is typed in as a credential is forgotten with the page, and so is what earlier versions kept.
          persistAuthorization: false,
          onComplete: forgetCredentials,
        },
        patchDocumentOnRequest: tryHere,
      },
    );
}

/** The page may call only the server that it came from, whatever name that has. */
function tryHere(request: unknown, _response: unknown, document: OpenAPIObject): OpenAPIObject {
  const isPage = (request as { url: string }).url.endsWith('.js');
  return isPage ? { ...document, servers: [...(document.servers ?? [])].reverse() } : document;
}

/** Its own styles get the nonce of the answer, and what stands in an attribute, which no policy of ours allows, goes. */
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

/** Runs in the browser. */
function forgetCredentials(): void {
  localStorage.removeItem('authorized');
}
