import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '../process/project.js';
import { complete, type DocumentedOperation, METHODS } from './complete.js';
import { FAILURE, FAILURE_EXAMPLES } from './failures.js';
import { HEADERS } from './headers.js';
import { componentsOf, describeDefaults, shareResponses } from './shared.js';
import { webhooksOf, type WebhookTexts } from './webhooks.js';

export interface DocumentOptions {
  /** Address that the world reaches the service at. */
  publicUrl: string;
  webhooks: readonly WebhookTexts[];
}

/** One of the documents: what of the API it is about. */
export interface Audience {
  /** Below /docs; empty for the first. */
  path: '' | 'account' | 'admin';
  title: string;
  about: string;
  has: (path: string) => boolean;
  tells: boolean;
}

const ELSEWHERE =
  'Other documents of this service: [integrators](/docs), [accounts](/docs/account), [administrators and operators](/docs/admin), [all codes of failures](/docs/errors), [the guide](/docs/guide), [auth servers](/docs/auth-servers), [gateways](/docs/gateways).';

const forIntegrators = (path: string) => /^\/api\/(?:otp|hooks)\//.test(path);
const forAccounts = (path: string) => /^\/api\/(?:auth|account|settings)(?:\/|$)/.test(path);

/** The documents, each with the operations of one kind of reader. */
export const AUDIENCES: readonly Audience[] = [
  {
    path: '',
    title: 'Sandi API',
    about: `One-time passcodes by WhatsApp: send, check, look up, and the webhooks that tell what became of a message. Messages for people are in Indonesian; programs read \`code\`.\n\n${ELSEWHERE}`,
    has: forIntegrators,
    tells: true,
  },
  {
    path: 'account',
    title: 'Sandi account API',
    about: `What the dashboard is made of: login, API keys, credit, history and webhooks of one account.\n\n${ELSEWHERE}`,
    has: forAccounts,
    tells: false,
  },
  {
    path: 'admin',
    title: 'Sandi admin API',
    about: `Users, devices, credit and the state of the service, the callbacks of gateways, probes and metrics.\n\n${ELSEWHERE}`,
    has: (path) => !forIntegrators(path) && !forAccounts(path),
    tells: false,
  },
];

const TAGS: [name: string, description: string][] = [
  ['OTP', 'For integrators, with an API key'],
  ['Hooks', 'For auth servers: Supabase Auth, Logto, Ory Kratos, ZITADEL and others'],
  ['Auth', 'Registration, login and profile'],
  ['Account', 'For the dashboard, with a user token'],
  ['API keys', 'The API keys of an account'],
  ['Webhooks', 'Where an account is told what became of its messages'],
  ['Gateway', 'Callbacks of WhatsApp gateways'],
  ['Admin', 'For administrators'],
  ['Operations', 'For operators'],
];

/** All operations with their failures written out from the error table. OpenAPI 3.1. */
export function buildDocument(
  app: INestApplication,
  { publicUrl, webhooks }: DocumentOptions,
): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, configOf(publicUrl, webhooks), {
    autoTagControllers: false,
    extraModels: webhooks.map(({ Data }): Type => Data),
  });
  const { schemas, ...components } = document.components ?? {};
  document.components = {
    ...components,
    schemas: { ...schemas, Failure: FAILURE },
    headers: HEADERS,
    examples: FAILURE_EXAMPLES,
  };
  for (const path of Object.values(document.paths))
    for (const method of METHODS) if (path[method]) complete(method, path[method] as DocumentedOperation);
  describeDefaults(document);
  return document;
}

/** What of the whole belongs to one kind of reader. */
export function documentFor(whole: OpenAPIObject, { title, about, has, tells }: Audience): OpenAPIObject {
  const { webhooks, ...rest } = structuredClone(whole);
  const paths = Object.fromEntries(Object.entries(rest.paths).filter(([path]) => has(path)));
  const document: OpenAPIObject = {
    ...rest,
    info: { ...rest.info, title, description: about },
    paths,
    ...(tells && webhooks ? { webhooks } : {}),
  };
  const used = Object.values(paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []));
  const schemes = new Set(used.flatMap(({ security = [] }) => security.flatMap(Object.keys)));
  const tags = new Set(used.flatMap(({ tags = [] }) => tags));
  if (document.webhooks) tags.add('Webhooks');
  document.tags = (whole.tags ?? []).filter(({ name }) => tags.has(name));
  const { securitySchemes = {}, ...components } = rest.components ?? {};
  const responses = shareResponses(used);
  document.components = {
    ...componentsOf({ paths, webhooks: document.webhooks }, { ...components, responses }),
    securitySchemes: Object.fromEntries(
      Object.entries(securitySchemes).filter(([name]) => schemes.has(name)),
    ),
  };
  return document;
}

const USER_TOKEN =
  'The token of a login. The dashboard may use the cookie of its session instead, with the header `X-Sandi-Client: dashboard`.';

function configOf(publicUrl: string, webhooks: readonly WebhookTexts[]): Omit<OpenAPIObject, 'paths'> {
  // `addBearerAuth` would say of whatever it adds that it is a JWT.
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Sandi')
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(publicUrl, 'The public address of this service')
    .addServer('/', 'The address that this document came from')
    .addSecurity('api_key', {
      type: 'http',
      scheme: 'bearer',
      description: 'API key (sandi_live_… or sandi_test_…)',
    })
    .addSecurity('hook_signature', {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'Standard Webhooks, with the hook secret of an API key',
    })
    .addSecurity('user_token', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: USER_TOKEN,
    })
    .addSecurity('metrics_token', {
      type: 'http',
      scheme: 'bearer',
      description: 'METRICS_TOKEN of the service',
    });
  for (const [name, description] of TAGS) builder.addTag(name, description);
  const { info, ...config } = builder.build();
  const contact = { name: 'Sandi', url: publicUrl };
  return { ...config, info: { ...info, contact }, webhooks: webhooksOf(webhooks) };
}
