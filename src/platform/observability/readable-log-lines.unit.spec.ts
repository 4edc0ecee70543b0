import { expect, it } from 'vitest';
import { createLogger } from './logger.js';
import { ReadableLogLines } from './readable-log-lines.js';

function recorder(coloured = false) {
  const lines: string[] = [];
  const logger = createLogger('info', new ReadableLogLines((text) => void lines.push(text), coloured));
  const request = (route: string, status = 200, reqId = 'a') =>
    logger.info({ reqId, method: 'GET', route, status, durationMs: 12 }, 'request');
  /** The printed lines, without their time of day. */
  const said = () => lines.map((line) => /^\d\d:\d\d:\d\d ([^]*)\n$/.exec(line)?.[1]);
  return { logger, request, said };
}

it('a request is one short line, with the code of what it failed with', () => {
  const { logger, request, said } = recorder();
  request('/api/otp/history');
  logger.info({ reqId: 'b', code: 'duplicate', detail: 'kept from the line' }, 'request failed');
  request('/api/otp/send', 409, 'b');
  request('/api/otp/send', 200, 'c');
  expect(said()).toEqual([
    '200 GET /api/otp/history 12 ms',
    '409 GET /api/otp/send 12 ms duplicate',
    '200 GET /api/otp/send 12 ms',
  ]);
});

it("the dashboard's page and files are not told, what is missing is", () => {
  const { request, said } = recorder();
  for (const route of ['(unknown)', '/assets/frame-DLzmgVBF.js', '/docs/openapi.json']) request(route, 200);
  request('/assets/frame-DLzmgVBF.js', 304);
  request('(unknown)', 404);
  request('/docs');
  expect(said()).toEqual(['404 GET (unknown) 12 ms', '200 GET /docs 12 ms']);
});

it('other lines keep their fields, and what is wrong its word and its stack', () => {
  const { logger, said } = recorder();
  logger.info({ device: 'gateway', since: null }, 'device linked');
  logger.warn('careful');
  logger.error(
    { reqId: 'a', code: 'internal_error', err: { message: 'x', stack: 'Error: x\n    at f' } },
    'request failed',
  );
  expect(said()).toEqual([
    'device linked device=gateway since=null',
    'warn: careful',
    'error: request failed reqId=a code=internal_error\n  Error: x\n      at f',
  ]);
});

it('a failure without a stack tells its message', () => {
  const { logger, said } = recorder();
  logger.warn({ err: { message: 'connect ECONNREFUSED' } }, 'redis is not available');
  expect(said()).toEqual(['warn: redis is not available\n  connect ECONNREFUSED']);
});

it('control characters are not shown, and nothing appears that the log leaves out', () => {
  const { logger, said } = recorder();
  logger.info({ reason: 'a\u001b[2Jb\u009bc\nd', token: 'bocor' }, 'refused');
  expect(said()).toEqual(['refused reason=a [2Jb c d token=[redacted]']);
});

it('failures whose request never ends do not add up', () => {
  const { logger, request, said } = recorder();
  for (let id = 0; id < 1000; id++) logger.info({ reqId: `r${id}`, code: 'broken' }, 'request failed');
  request('/first', 400, 'r0');
  request('/last', 400, 'r999');
  expect(said()).toEqual(['400 GET /first 12 ms', '400 GET /last 12 ms broken']);
});

it('colours warnings and errors where the terminal has colours', () => {
  const { logger, said } = recorder(true);
  logger.info('plain');
  logger.error('red');
  expect(said()).toEqual(['plain', '\u001b[31merror: red\u001b[39m']);
});
