import { randomInt, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Webhook } from 'standardwebhooks';
import { Logins } from './logins.mjs';
import { page } from './page.mjs';
import { SandiError } from './sandi.mjs';

/** Error codes with an unknown outcome. */
const UNKNOWN = new Set(['gateway_unknown', 'no_answer']);

/**
 * Login by WhatsApp OTP. The code is made here and forgotten at once: Sandi answers whether a code is right.
 * @param {{ sandi: import('./sandi.mjs').Sandi, webhookSecret: string }} options
 */
export function createApp({ sandi, webhookSecret }) {
  const app = Fastify({ logger: { level: 'warn' } });
  const logins = new Logins();
  const webhook = new Webhook(webhookSecret);

  // The signature covers the raw bytes: verify before parsing.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const json = (request) => JSON.parse(request.body || '{}');

  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));

  app.post('/logins', async (request, reply) => {
    const { phone } = json(request);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const id = randomUUID();
    try {
      const { message_id: messageId, recipient } = await sandi.send(phone, code, id);
      logins.open(id, { phone, messageId });
      return reply.code(201).send({ id, recipient });
    } catch (error) {
      // The outcome is unknown. Let the user enter a code that arrives, and offer a new one.
      if (!(error instanceof SandiError) || !UNKNOWN.has(error.code)) throw error;
      app.log.warn(
        { code: error.code, idempotencyKey: error.idempotencyKey },
        'nobody knows whether the code was sent',
      );
      logins.open(id, { phone, messageId: null });
      return reply.code(202).send({ id, recipient: null });
    }
  });

  /** Status of the message, from the webhook. */
  app.get('/logins/:id', (request, reply) => {
    const login = logins.find(request.params.id);
    return login ? { status: login.status } : reply.code(404).send({ error: 'unknown login' });
  });

  app.post('/logins/:id/code', async (request, reply) => {
    const login = logins.find(request.params.id);
    if (!login) return reply.code(404).send({ error: 'unknown login' });
    if (!(await sandi.check(login.phone, json(request).code)))
      return reply.code(401).send({ error: 'wrong code' });
    const session = logins.finish(request.params.id);
    return reply
      .header('set-cookie', `session=${session}; HttpOnly; SameSite=Lax; Path=/`)
      .send({ phone: login.phone });
  });

  app.get('/me', (request, reply) => {
    const [, session] = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
    const phone = logins.phoneOf(session);
    return phone ? { phone } : reply.code(401).send({ error: 'not logged in' });
  });

  app.post('/webhooks/sandi', (request, reply) => {
    let event;
    try {
      event = webhook.verify(request.body ?? '', request.headers);
    } catch {
      return reply.code(401).send();
    }
    // Events may arrive more than once; a repetition changes nothing.
    logins.report(event.data.message_id, event.data.status);
    return reply.code(204).send();
  });

  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof SandiError ? error.status : (error.statusCode ?? 500);
    return reply
      .code(status)
      .send({ error: error instanceof SandiError ? error.message : 'something went wrong' });
  });

  return app;
}
