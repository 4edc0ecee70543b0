import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '../process/project.js';
import { describeAlternatives } from './alternatives.js';
import { complete, type DocumentedOperation, METHODS } from './complete.js';
import { componentsOf, describeDefaults, shareResponses } from './components.js';
import { type FailureDetails, failureExamples, failureSchema } from './failures.js';
import { describeFields } from './field-descriptions.js';
import { HEADERS } from './headers.js';
import { webhooksOf, type WebhookTexts } from './webhooks.js';

export interface DocumentOptions {
  publicUrl: string;
  audiences: readonly Audience[];
  tags: readonly (readonly [name: string, description: string])[];
  securitySchemes: Readonly<Record<string, SecurityScheme>>;
  failures: FailureDetails;
  webhooks: readonly WebhookTexts[];
}

type SecurityScheme = Parameters<DocumentBuilder['addSecurity']>[1];

/** One document for one kind of reader. */
export interface Audience {
  /** Path below /docs; empty for the first. */
  path: string;
  title: string;
  about: string;
  has: (path: string) => boolean;
  hasWebhooks?: boolean;
}

/** All operations, with failures from the error table. OpenAPI 3.1. */
export function buildDocument(app: INestApplication, options: DocumentOptions): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, configOf(options), {
    autoTagControllers: false,
    operationIdFactory: (_controller, method) => method,
    extraModels: options.webhooks.map(({ Data }): Type => Data),
  });
  const { schemas, ...components } = document.components ?? {};
  document.components = {
    ...components,
    schemas: { ...schemas, Failure: failureSchema(options.failures) },
    headers: HEADERS,
    examples: failureExamples(options.failures, options.publicUrl),
  };
  describeAlternatives(document);
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of METHODS)
      if (methods[method]) complete(path, method, methods[method] as DocumentedOperation, schemas ?? {});
  describeFields(document);
  describeDefaults(document);
  return document;
}

export function documentFor(
  whole: OpenAPIObject,
  { title, about, has, hasWebhooks }: Audience,
): OpenAPIObject {
  const { webhooks, ...rest } = structuredClone(whole);
  const paths = Object.fromEntries(Object.entries(rest.paths).filter(([path]) => has(path)));
  const document: OpenAPIObject = {
    ...rest,
    info: { ...rest.info, title, description: about },
    paths,
    ...(hasWebhooks && webhooks ? { webhooks } : {}),
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

function configOf({ publicUrl, tags, securitySchemes, webhooks }: DocumentOptions) {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Sandi')
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(publicUrl, 'The public address of this service')
    .addServer('/', 'The address that this document came from');
  for (const [name, scheme] of Object.entries(securitySchemes)) builder.addSecurity(name, scheme);
  for (const [name, description] of tags) builder.addTag(name, description);
  const { info, ...config } = builder.build();
  const contact = { name: 'Sandi', url: publicUrl };
  return { ...config, info: { ...info, contact }, webhooks: webhooksOf(webhooks) };
}
