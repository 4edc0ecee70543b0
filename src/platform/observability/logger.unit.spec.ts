import { expect, it } from 'vitest';
import { Secret } from '../text/secret.js';
import { createLogger, NestLogger } from './logger.js';

function recorder(level: string) {
  const lines: string[] = [];
  const logger = createLogger(level, { write: (line: string) => void lines.push(line) });
  return { logger, lines };
}

it('a line that carries what it must not is redacted', () => {
  const { logger, lines } = recorder('debug');
  const leak = {
    authorization: 'Bearer bocor',
    password: 'bocor',
    token: 'bocor',
    phone: 'bocor',
    otp_code: 'bocor',
    parameters: ['bocor'],
    query: 'SELECT bocor',
  };
  logger.info(leak, 'top');
  logger.info({ inside: leak }, 'nested');
  logger.child({ ...leak }).info('bound');
  logger.info({ text: new Secret('bocor'), req: { url: '/bocor' }, res: { headers: 'bocor' } }, 'other nets');
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).not.toContain('bocor');
});

it('what Nest throws at boot is left to main.ts, everything else it logs keeps its level', () => {
  const { logger, lines } = recorder('info');
  const nest = new NestLogger(logger);
  nest.log('Mapped {/health, GET} route', 'RouterExplorer');
  nest.error('listen EADDRINUSE', 'stack', 'NestApplication');
  nest.error('a module failed', 'stack', 'SomeModule');
  nest.warn('careful', 'SomeModule');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'a module failed',
    'careful',
  ]);
});
