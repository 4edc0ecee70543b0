import { BLOCK_REASONS, FRAUD_WEBHOOK } from './fraud/index.js';
import { LOW_CREDIT_WEBHOOK } from './operations/alerts/index.js';
import { MESSAGE_WEBHOOKS, VERIFICATION_WEBHOOKS } from './otp/index.js';
import type { Audience, DocumentOptions, FailureDetails } from './platform/openapi/index.js';
import { CHANNELS } from './platform/text/channel.js';
import { FAILURE_REASONS } from './platform/text/failure-reason.js';
import { TEST_WEBHOOK } from './webhook/index.js';

/** The parts of the OpenAPI documents that no route declares. */

const ELSEWHERE =
  'All documents: [integrators](/docs), [accounts](/docs/account), [administrators and operators](/docs/admin), [error codes](/docs/errors), [the guide](/docs/guide), [auth servers](/docs/auth-servers), [gateways](/docs/gateways), [SMS and Telegram](/docs/sms).';

const forIntegrators = (path: string) => /^\/api\/(?:otp|hooks)\//.test(path);
const forAccounts = (path: string) => /^\/api\/(?:auth|account|settings)(?:\/|$)/.test(path);

const AUDIENCES: readonly Audience[] = [
  {
    path: '',
    title: 'Sandi API',
    about: `Send and check one-time passcodes by WhatsApp, look messages up, and receive webhooks. Texts for people are in Indonesian, or in English with \`Accept-Language: en\`; programs read \`code\`.\n\n${ELSEWHERE}`,
    has: forIntegrators,
    hasWebhooks: true,
  },
  {
    path: 'account',
    title: 'Sandi account API',
    about: `For account owners and their members: login, API keys, credit, history and webhooks of one account.\n\n${ELSEWHERE}`,
    has: forAccounts,
  },
  {
    path: 'admin',
    title: 'Sandi admin API',
    about: `For administrators: users, devices and credit. For operators: callbacks of gateways, health and metrics.\n\n${ELSEWHERE}`,
    has: (path) => !forIntegrators(path) && !forAccounts(path),
  },
];

const TAGS: DocumentOptions['tags'] = [
  ['OTP', 'For integrators, with an API key'],
  ['Hooks', 'For auth servers: Supabase Auth, Logto, Ory Kratos, ZITADEL and others'],
  ['Auth', 'Registration, login and profile'],
  ['Account', 'Account settings, with a user token'],
  ['API keys', 'The API keys of an account'],
  ['Webhooks', 'Endpoints that receive events of an account'],
  ['Gateway', 'Callbacks of gateways'],
  ['Admin', 'For administrators'],
  ['Operations', 'For operators'],
];

const SECURITY_SCHEMES: DocumentOptions['securitySchemes'] = {
  api_key: { scheme: 'bearer', type: 'http', description: 'API key (sandi_live_… or sandi_test_…)' },
  hook_signature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Standard Webhooks, with the hook secret of an API key',
  },
  user_token: {
    scheme: 'bearer',
    bearerFormat: 'JWT',
    type: 'http',
    description:
      'The token of a login. The dashboard may use the cookie of its session instead, with the header `X-Sandi-Client: dashboard`.',
  },
  metrics_token: { scheme: 'bearer', type: 'http', description: 'METRICS_TOKEN of the service' },
};

/** Example values for failures whose body identifies a message. */
const CORRELATION = {
  reference: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  external_id: 'pesanan-7f1c2a',
  metadata: { cabang: 'Bandung' },
};

const FAILURES: FailureDetails = {
  fields: {
    fields: { type: 'array', items: { type: 'string' }, description: 'The wrong or missing fields' },
    credit_balance: { type: 'integer', description: 'With insufficient_credit: the balance of the account' },
    cap: {
      type: 'string',
      enum: ['account', 'api_key'],
      description: 'With spend_cap_reached: the cap that is reached',
    },
    ends_at: {
      type: 'string',
      format: 'date-time',
      description: 'With spend_cap_reached: when the next day begins',
    },
    message_id: {
      type: ['string', 'null'],
      description: "With duplicate: the gateway's id of the earlier message; null while unknown",
    },
    status: {
      type: 'string',
      enum: ['pending', 'sent', 'delivered', 'failed'],
      description: 'With duplicate: the status of the earlier message',
    },
    error_message: {
      type: 'string',
      description:
        'With gateway_error, gateway_unknown, template_refused and template_unknown: the words of the gateway',
    },
    reason: {
      type: 'string',
      enum: [...FAILURE_REASONS],
      description: 'With gateway_error and gateway_unknown: the failure reason',
    },
    channel: {
      type: 'string',
      enum: [...CHANNELS],
      description:
        'With gateway_error and gateway_unknown, if the request has `channels`: the channel of the message',
    },
    attempts: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description:
        'With `channel`: `channel`, `outcome` and `reason` of each channel that was tried, in order',
    },
    reference: {
      type: 'string',
      description: 'Reference of the message; with `duplicate`, of the earlier one',
    },
    external_id: { type: ['string', 'null'], description: 'The `external_id` of the message' },
    metadata: {
      type: ['object', 'null'],
      additionalProperties: { type: 'string' },
      description: 'The `metadata` of the message',
    },
    verification_id: {
      type: 'string',
      description: 'With gateway_unknown for a verification, whose code may have arrived',
    },
    expires_at: {
      type: 'string',
      format: 'date-time',
      description: 'With verification_id: when the code expires',
    },
    attempts_left: { type: 'integer', description: 'With verification_id: remaining checks' },
    reasons: {
      type: 'array',
      items: { type: 'string', enum: [...BLOCK_REASONS] },
      description: 'With verification_blocked: the rules that block, or `block_list`',
    },
    challenge: { type: 'string', description: 'With second_factor_required: proof of the first step' },
    expires_in: {
      type: 'integer',
      description: 'With second_factor_required: seconds until the challenge expires',
    },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'With not_ready: the state of each component',
    },
  },
  examples: {
    parameter_missing: { fields: ['phone'] },
    spend_cap_reached: { cap: 'api_key', ends_at: '2026-01-31T17:00:00.000Z' },
    insufficient_credit: { credit_balance: 100 },
    verification_blocked: { reasons: ['low_conversion'] },
    duplicate: { message_id: '3EB0AABBCCDDEEFF0011', status: 'sent', ...CORRELATION },
    second_factor_required: { challenge: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…', expires_in: 300 },
    gateway_error: {
      error_message: 'number is not on WhatsApp',
      reason: 'not_on_whatsapp',
      ...CORRELATION,
    },
    gateway_unknown: {
      error_message: 'no answer from the gateway in time',
      reason: 'gateway_timeout',
      ...CORRELATION,
    },
    not_ready: { data: { status: 'not_ready', database: 'down', redis: 'unused', devices: 'unknown' } },
  },
};

export const API_DOCUMENTS: Omit<DocumentOptions, 'publicUrl'> = {
  audiences: AUDIENCES,
  tags: TAGS,
  securitySchemes: SECURITY_SCHEMES,
  failures: FAILURES,
  webhooks: [...MESSAGE_WEBHOOKS, ...VERIFICATION_WEBHOOKS, LOW_CREDIT_WEBHOOK, FRAUD_WEBHOOK, TEST_WEBHOOK],
};
