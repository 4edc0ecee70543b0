import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { bearerOf } from '../../../src/platform/access/bearer.js';
import { newReference, randomId } from '../../../src/platform/ids/random.js';
import { MemoryLimiter } from '../../../src/platform/limits/memory-limiter.js';
import { firstDataKey } from '../../../src/platform/security/data-keys.rules.js';
import { BlindIndex, sha256 } from '../../../src/platform/security/hashing.js';
import { fillTemplate, TEMPLATES } from '../../../src/platform/text/message-template.rules.js';
import { Phone } from '../../../src/platform/text/phone.rules.js';
import { Calendar } from '../../../src/platform/time/calendar.js';
import type { Gateway } from './gateway.js';
import { COST, type Key, Refusal, type Store } from './store.js';

interface SendBody {
  phone: string;
  otp_code: string;
  company_name: string;
}

export interface ServerOptions {
  store: Store;
  gateway: Gateway;
  dataKey: string;
  timeZone: string;
}

const SCHEMA = {
  body: {
    type: 'object',
    required: ['phone', 'otp_code', 'company_name'],
    properties: {
      phone: { type: 'string', minLength: 10, maxLength: 20 },
      otp_code: { type: 'string', pattern: '^[0-9]{4,10}$' },
      company_name: { type: 'string', minLength: 1, maxLength: 20 },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        message: { type: 'string' },
        data: {
          type: 'object',
          properties: {
            message_id: { type: 'string' },
            recipient: { type: 'string' },
            credit_used: { type: 'integer' },
            credit_balance: { type: 'integer' },
          },
        },
      },
    },
  },
} as const;

/** The limits of a send, as high as the bench sets those of the service: every send is counted, none is rejected. */
const LIMITS = {
  send: { points: 1_000_000, windowSeconds: 60 },
  recipient: { points: 5, windowSeconds: 600 },
  recipientOfAll: { points: 20, windowSeconds: 3600 },
} as const;

/** `POST /api/otp/send`, written by hand on Fastify. The store decides what is stored, and how. */
export function createServer({ store, gateway, dataKey, timeZone }: ServerOptions): FastifyInstance {
  const app = fastify({ bodyLimit: 16_384, genReqId: () => randomId() });
  const route = new SendRoute(store, gateway, dataKey, timeZone);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { statusCode = 500, message } = error;
    if (statusCode >= 500) process.stderr.write(`${error.stack}\n`);
    const body = error instanceof Refusal ? error.body : {};
    return reply.code(statusCode).send({ success: false, message, request_id: request.id, ...body });
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.get('/health/ready', () => ({ status: 'ok' }));
  app.post<{ Body: SendBody }>(
    '/api/otp/send',
    { schema: SCHEMA, preParsing: (request) => route.admit(request) },
    (request) => route.send(request),
  );
  return app;
}

/** The steps of a send in the order of the service: check key and limits, `open`, call the gateway, `settle`. */
class SendRoute {
  private readonly recipients: BlindIndex;
  private readonly codes: BlindIndex;
  private readonly calendar: Calendar;
  private readonly limits = {
    send: new MemoryLimiter(LIMITS.send),
    recipient: new MemoryLimiter(LIMITS.recipient),
    recipientOfAll: new MemoryLimiter(LIMITS.recipientOfAll),
  };
  private readonly admitted = new WeakMap<FastifyRequest, Key>();

  constructor(
    private readonly store: Store,
    private readonly gateway: Gateway,
    dataKey: string,
    timeZone: string,
  ) {
    this.recipients = new BlindIndex(firstDataKey(dataKey), 'recipient');
    this.codes = new BlindIndex(firstDataKey(dataKey), 'duplicate');
    this.calendar = new Calendar(timeZone);
  }

  /** Checks the key and the account's limit, before the body is read. */
  async admit(request: FastifyRequest): Promise<void> {
    const secret = bearerOf(request.headers.authorization);
    const key = secret === null ? undefined : await this.store.keyOf(sha256(secret));
    if (!key) throw new Refusal(401, 'API key tidak valid atau tidak aktif.');
    this.admitted.set(request, key);
    const { allowed } = await this.limits.send.consume(String(key.userId));
    if (!allowed) throw new Refusal(429, 'Rate limit tercapai.');
  }

  async send(request: FastifyRequest<{ Body: SendBody }>) {
    const key = this.admitted.get(request);
    const { otp_code: code, company_name: brand } = request.body;
    const phone = Phone.parse(request.body.phone);
    if (!key || !phone) throw new Refusal(422, 'Nomor telepon tidak valid.');
    const { userId, id: apiKeyId } = key;
    const recipientIndex = this.recipients.of(phone.reveal());
    await this.limit(userId, recipientIndex);
    const at = new Date();
    const draft = {
      reference: newReference('otp', at),
      userId,
      apiKeyId,
      recipientMasked: phone.mask(),
      recipientIndex,
      duplicateIndex: this.codes.of(userId, 'live', phone.reveal(), code),
      companyName: brand,
      day: this.calendar.day(at),
      at,
    };
    const { messageId, balance } = await this.store.open(draft);
    const text = fillTemplate(TEMPLATES.id, { code, brand });
    const attemptedAt = new Date();
    const startedAtMs = performance.now();
    const gatewayMessageId = await this.gateway.send(phone.reveal(), text, draft.reference);
    const durationMs = performance.now() - startedAtMs;
    await this.store.settle({ messageId, draft, gatewayMessageId, attemptedAt, durationMs, at: new Date() });
    const data = {
      message_id: gatewayMessageId,
      recipient: draft.recipientMasked,
      credit_used: COST,
      credit_balance: balance,
    };
    return { success: true, message: 'OTP berhasil dikirim.', data };
  }

  private async limit(userId: number, recipientIndex: string): Promise<void> {
    const own = await this.limits.recipient.consume(`${userId}:live:${recipientIndex}`);
    const all = await this.limits.recipientOfAll.consume(recipientIndex);
    if (!own.allowed || !all.allowed) throw new Refusal(429, 'Nomor ini terlalu sering dituju.');
  }
}
