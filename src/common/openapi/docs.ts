import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { onSendHookHandler } from 'fastify';
import { pageHeaders } from '../http/index.js';
import { randomToken } from '../random.js';
import { buildDocument } from './document.js';

/** The addresses of the one page; all else below is its files. */
const PAGES = ['/docs', '/docs/', '/docs/index.html'];

/** Swagger UI at /docs, under the policy of our own pages, and the document beside it. */
export function serveDocs(app: NestFastifyApplication, publicUrl: string): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (PAGES.includes(route.url)) route.onSend = keepToPolicy;
  });
  SwaggerModule.setup('docs', app, () => buildDocument(app, publicUrl), {
    jsonDocumentUrl: 'docs/openapi.json',
    // The bar that the other layout has brings a style of its own, which the policy would refuse.
    // Whatever is typed in as a credential is forgotten with the page, and so is what earlier versions kept.
    swaggerOptions: { layout: 'BaseLayout', persistAuthorization: false, onComplete: forgetCredentials },
  });
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
