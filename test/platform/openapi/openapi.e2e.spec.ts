import { SwaggerModule } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { REFUSALS } from '../../../dashboard/src/pages/requests/refusals.js';
import { ERRORS, REMEDY_OF } from '../../../src/platform/errors/index.js';
import { GUIDE_NAMES } from '../../../src/platform/openapi/guides.js';
import { VERSION } from '../../../src/platform/process/project.js';
import { EVENT_TYPES, TEST_EVENT } from '../../../src/webhook/webhook.entities.js';
import { citedOperations, DOCUMENTS } from '../../repository/citations.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { DOCUMENT_PATHS, wholeDocument } from '../../support/openapi.js';

/** Whose texts and schemas are looked at as they are. */
interface Described {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  'x-summary-id': string;
  security?: Record<string, string[]>[];
  responses?: Record<string, { $ref?: string }>;
}
interface OpenApi {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks?: Record<string, { post: Described }>;
  components: {
    schemas: Record<string, { properties?: Record<string, object> }>;
    securitySchemes: Record<string, object>;
    responses: Record<string, object>;
  };
}
interface Response {
  headers?: Record<string, object>;
  content?: { 'application/json'?: { examples?: Record<string, object> } };
}
interface Operation {
  responses: Record<string, Response>;
  requestBody?: object;
  parameters?: { name: string }[];
}

let test: TestApp;
let operations: [string, Operation][];
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: 'https://sandi.test' } });
  const { paths } = await wholeDocument<Operation>(test.url);
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => test.close());

const served = async (path: string) => (await (await fetch(test.url + path)).json()) as OpenApi;
const everyOperation = ({ paths, webhooks = {} }: OpenApi) =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) => Object.values(item));

/** Where a property or parameter stands without a description. */
function undescribedIn(part: unknown, place = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap((each) => undescribedIn(each, `${place}[]`));
  const { properties, parameters } = part as { properties?: object; parameters?: { name: string }[] };
  const named = [
    // An example may have a member of that name.
    ...(place.includes('example') ? [] : Object.entries(properties ?? {})),
    ...(Array.isArray(parameters) ? parameters.map((each) => [each.name, each] as const) : []),
  ];
  return [
    ...named.filter(([, schema]) => !hasDescription(schema)).map(([name]) => `${place} ${name}`),
    ...Object.entries(part).flatMap(([name, member]) => undescribedIn(member, `${place}/${name}`)),
  ];
}

const hasDescription = (schema: unknown) => /\S/.test((schema as { description?: string }).description ?? '');

const named = (name: string) => operations.find(([known]) => known === name)?.[1].responses ?? {};
const codesOf = (response?: Response) => Object.keys(response?.content?.['application/json']?.examples ?? {});
const headersOf = (response?: Response) => Object.keys(response?.headers ?? {});

const RETRY_LATER = [
  'rate_limited',
  'recipient_limited',
  'daily_cap_reached',
  'duplicate',
  'no_device',
  'overloaded',
  'unavailable',
  'idempotency_in_flight',
  'check_limited',
  'resend_in_flight',
];

describe('the OpenAPI documents', () => {
  it('describe the UTC form beside each local time', async () => {
    for (const path of DOCUMENT_PATHS) {
      const { schemas } = (await served(path)).components;
      const members = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
        Object.entries(properties as Record<string, { example?: unknown; format?: string }>).map(
          ([name, { example }]) => ({ name: `${schema}.${name}`, example, utc: properties[`${name}_utc`] }),
        ),
      );
      const local = members.filter(({ example }) => /^\d{4}-\d\d-\d\d \d\d:/.test(String(example)));
      expect(local.length).toBeGreaterThan(0);
      for (const { name, utc } of local)
        expect(utc, name).toMatchObject({ format: 'date-time', description: expect.any(String) as string });
    }
  });

  it('are of 3.1 and of this version, and name the public address first', async () => {
    for (const path of DOCUMENT_PATHS) {
      const { openapi, info, servers } = await served(path);
      expect([openapi, info.version]).toEqual(['3.1.0', VERSION]);
      expect(servers.map(({ url }) => url)).toEqual(['https://sandi.test', '/']);
    }
  });

  it('divide the operations among them, and name, describe and tag each', async () => {
    const documents = await Promise.all(DOCUMENT_PATHS.map(served));
    const ids = documents.flatMap((document) =>
      everyOperation(document).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]*)+$|^[a-z]+$/);
    for (const document of documents) {
      const known = document.tags.map(({ name }) => name);
      for (const operation of everyOperation(document)) {
        expect(operation.summary, operation.operationId).toBeTruthy();
        expect(operation.description, operation.operationId).toMatch(/\.$/);
        expect(operation['x-summary-id'], operation.operationId).toBeTruthy();
        expect(known, operation.operationId).toEqual(expect.arrayContaining(operation.tags));
      }
    }
    expect(Object.keys(documents[0]?.paths ?? {})).toContain('/api/otp/send');
    expect(Object.keys(documents[1]?.paths ?? {})).toContain('/api/account/credit');
    expect(Object.keys(documents[2]?.paths ?? {})).toContain('/api/admin/users');
  });

  it.each(DOCUMENT_PATHS)('describe every property and parameter: %s', async (path) => {
    expect(undescribedIn(await served(path))).toEqual([]);
  });

  it('name the commonest operations as one would name a method', async () => {
    const { paths } = await served('/docs/openapi.json');
    const names = {
      'POST /api/otp/send': 'sendOtp',
      'POST /api/otp/check': 'checkOtp',
      'POST /api/otp/verifications': 'createVerification',
      'GET /api/otp/messages': 'listMessages',
    };
    const idOf = (operation: string) => {
      const [method = '', path = ''] = operation.split(' ');
      return paths[path]?.[method.toLowerCase()]?.operationId;
    };
    expect(Object.fromEntries(Object.keys(names).map((name) => [name, idOf(name)]))).toEqual(names);
  });

  it('take an API key as plain bearer, and on every operation for keys', async () => {
    const { paths, components } = await served('/docs/openapi.json');
    const description = expect.any(String) as string;
    expect(components.securitySchemes['api_key']).toEqual({ type: 'http', scheme: 'bearer', description });
    for (const [path, methods] of Object.entries(paths))
      for (const { operationId, security } of Object.values(methods))
        if (path.startsWith('/api/otp/')) expect(security, operationId).toEqual([{ api_key: [] }]);
    const admin = await served('/docs/admin/openapi.json');
    expect(admin.components.securitySchemes).toEqual({
      user_token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description },
      metrics_token: { type: 'http', scheme: 'bearer', description },
    });
  });

  it.each(DOCUMENT_PATHS)('write what operations share of their answers once: %s', async (path) => {
    const { paths, components } = await served(path);
    const answers = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses = {} }) => Object.values(responses));
    const named = answers.flatMap(({ $ref }) => $ref ?? []);
    const own = answers.filter(({ $ref }) => $ref === undefined).map((answer) => JSON.stringify(answer));
    expect(new Set(own).size).toBe(own.length);
    expect(named.length).toBeGreaterThan(own.length);
    expect([...new Set(named)].sort()).toEqual(
      Object.keys(components.responses)
        .map((name) => `#/components/responses/${name}`)
        .sort(),
    );
  });

  it('describe every event that a webhook can be sent, to integrators', async () => {
    const { webhooks = {} } = await served('/docs/openapi.json');
    expect(Object.keys(webhooks).sort()).toEqual([...EVENT_TYPES, TEST_EVENT].sort());
  });

  it('give no field a default: generators would require it of requests', async () => {
    for (const path of DOCUMENT_PATHS)
      for (const [name, { properties = {} }] of Object.entries((await served(path)).components.schemas))
        for (const [field, property] of Object.entries(properties))
          expect(property, `${name}.${field}`).not.toHaveProperty('default');
  });

  it('is built when it is first asked for, not at boot', async () => {
    const build = vi.spyOn(SwaggerModule, 'createDocument');
    onTestFinished(() => build.mockRestore());
    const fresh = await startTestApp();
    try {
      expect(build).not.toHaveBeenCalled();
      const ask = async (path: string) => (await fetch(fresh.url + path)).status;
      const paths = [...DOCUMENT_PATHS, ...DOCUMENT_PATHS];
      expect(await Promise.all(paths.map(ask))).toEqual(paths.map(() => 200));
      expect(build).toHaveBeenCalledTimes(1);
    } finally {
      await fresh.close();
    }
  });

  it('has every operation that the documents name', () => {
    const cited = DOCUMENTS.flatMap((file) =>
      citedOperations(file).map((operation) => ({ file, operation })),
    );
    const isThere = ({ operation }: { operation: string }) =>
      operations.some(([known]) => known === operation);
    expect(cited.filter(isThere)).not.toEqual([]);
    expect(cited.filter((one) => !isThere(one))).toEqual([]);
  });

  it('tells X-Request-Id on every answer, and Retry-After wherever a code may carry it', () => {
    for (const [name, { responses }] of operations)
      for (const [status, response] of Object.entries(responses)) {
        expect(headersOf(response), `${name} ${status}`).toContain('X-Request-Id');
        if (codesOf(response).some((code) => RETRY_LATER.includes(code)))
          expect(headersOf(response), `${name} ${status}`).toContain('Retry-After');
      }
  });

  it('tells that a body may come late, and that whatever writes may be too busy', () => {
    for (const [name, { responses, requestBody }] of operations) {
      if (requestBody) expect(codesOf(responses['408']), name).toEqual(['request_timeout']);
      if (!name.startsWith('GET '))
        expect(codesOf(responses['503']), name).toEqual(
          expect.arrayContaining(['overloaded', 'unavailable']),
        );
    }
  });

  it('tells the headers of the cap where there is one, on all that it has counted', () => {
    const send = named('POST /api/otp/send');
    for (const status of ['200', '400', '402', '429', '502', '504'])
      expect(headersOf(send[status]), status).toEqual(
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy']),
      );
    expect(headersOf(send['401'])).not.toContain('RateLimit');
    expect(headersOf(named('POST /api/auth/login')['401'])).toContain('RateLimit');
    expect(headersOf(named('POST /api/auth/change-password')['429'])).not.toContain('RateLimit');
    expect(headersOf(named('GET /api/otp/history')['200'])).toContain('RateLimit');
  });

  it('tells Idempotency-Replayed on the answers that are kept', () => {
    const send = named('POST /api/otp/send');
    for (const status of ['200', '502', '504'])
      expect(headersOf(send[status]), status).toContain('Idempotency-Replayed');
    expect(headersOf(send['402'])).not.toContain('Idempotency-Replayed');
    expect(headersOf(named('POST /api/admin/users/{id}/credit')['200'])).toContain('Idempotency-Replayed');
  });

  it('tells of every operation what any request may meet', () => {
    for (const [name, { responses }] of operations) {
      expect(codesOf(responses['431']), name).toEqual(['headers_too_large']);
      expect(codesOf(responses['500']), name).toEqual(['internal_error']);
    }
    expect(Object.keys(named('GET /health/live'))).toEqual(['200', '431', '500', '503']);
  });
});

describe('the guides', () => {
  const pageOf = (name: string) => fetch(`${test.url}/docs/${name}`);
  const placesIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`);
  const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

  it('show the address of this service, and link to each other', async () => {
    const html = await (await pageOf('quick-start')).text();
    expect(html).toContain(`curl -X POST ${test.config.publicUrl}/api/otp/send`);
    expect(html).toContain('href="/docs/verifications"');
    expect(linksIn(await (await pageOf('guide')).text()).length).toBeGreaterThan(30);
  });

  it.each(GUIDE_NAMES)(
    'lead nowhere that there is nothing, under the policy of our pages (%s)',
    async (name) => {
      const page = await pageOf(name);
      const html = await page.text();
      expect(html).not.toMatch(/otp\.example\.com| style=|<script/);
      const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
      expect(html.match(/<style[^>]*>/g)).toEqual([`<style nonce="${nonce}">`]);
      const places = new Set(placesIn(html));
      for (const other of GUIDE_NAMES) {
        places.add(`/docs/${other}`);
        for (const place of placesIn(await (await pageOf(other)).text()))
          places.add(`/docs/${other}${place}`);
      }
      // Other files of the repository are not served.
      const own = linksIn(html).filter((href) => !/^(?:https?:|data:)/.test(href));
      expect(own.filter((href) => !places.has(href))).toEqual([]);
    },
  );
});

describe('the page of failures', () => {
  /** Of what an API key may ask for; the others come before any key is read, or are told without one. */
  const codesOfKeys = () => {
    const asked = operations.filter(([name]) => / \/api\/(?:otp|hooks)\//.test(name));
    return new Set(asked.flatMap(([, { responses }]) => Object.values(responses).flatMap(codesOf)));
  };

  it('has a place for every code, under the policy of our pages', async () => {
    const page = await fetch(`${test.url}/docs/errors`);
    const html = await page.text();
    expect(html.match(/<section id="[^"]+"/g)).toEqual(
      Object.keys(ERRORS).map((code) => `<section id="${code}"`),
    );
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(html.match(/<style[^>]*>/g)).toEqual([`<style nonce="${nonce}">`]);
    expect(html).toContain('Authorization: Bearer &lt;api_key>');
    expect(html).not.toMatch(/ style=|<script|`/);
  });

  it('says what to do about each code that a key may meet', () => {
    for (const code of codesOfKeys()) expect(Object.keys(REMEDY_OF), code).toContain(code);
  });

  it('has a place for every reason that the dashboard lets choose, which are all that are listed of keys', () => {
    const untold = ['api_key_missing', 'request_timeout', 'uri_too_long', 'headers_too_large'];
    const others = ['method_not_allowed', 'bad_request', 'signature_invalid'];
    const listed = [...codesOfKeys()].filter((code) => ![...untold, ...others].includes(code));
    expect([...REFUSALS].sort()).toEqual(listed.sort());
  });
});
