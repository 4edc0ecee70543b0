import { SwaggerModule } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';
import { citedOperations, DOCUMENTS } from '../units/citations.js';

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
  test = await startTestApp();
  const { paths } = (await (await fetch(`${test.url}/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => test.close());

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
];

describe('the OpenAPI document', () => {
  it('is built when it is first asked for, not at boot', async () => {
    const build = vi.spyOn(SwaggerModule, 'createDocument');
    onTestFinished(() => build.mockRestore());
    const fresh = await startTestApp();
    try {
      expect(build).not.toHaveBeenCalled();
      const ask = async () => (await fetch(`${fresh.url}/docs/openapi.json`)).status;
      expect([await ask(), await ask()]).toEqual([200, 200]);
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
    expect(headersOf(named('GET /api/otp/history')['200'])).not.toContain('RateLimit');
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
    expect(Object.keys(named('GET /health/live'))).toEqual(['200', '431', '500']);
  });
});
