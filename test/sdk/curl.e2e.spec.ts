import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { guide } from './support/guide.js';

const DOCUMENT = guide();
const ADDRESS = 'https://otp.example.com';

/** The requests to the address that the document uses as its example, each as one line of a shell. */
const LINES = [...DOCUMENT.matchAll(/\n```sh\n([^]*?)\n```\n/g)]
  .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  .filter((line) => line.startsWith('curl ') && line.includes(ADDRESS));

describe('the curl lines of the guide', () => {
  let service: TestService;
  /** What the document leaves to its reader. Who sends has no webhook: nobody outside is called. */
  let own: Record<string, string>;
  beforeAll(async () => {
    service = await startTestService();
    const [sender, owner] = [await createAccount(service), await createAccount(service)];
    const { phone, company_name } = sendBody({ phone: newPhone() });
    const made = await service.api.post(
      '/api/otp/verifications',
      { phone, company_name },
      { token: sender.key },
    );
    const { verification_id: verification } = made.body.data as { verification_id: string };
    own = {
      [ADDRESS]: service.url,
      '<api_key>': sender.key,
      '<user_token>': await userToken(service, owner.userId),
      '<verification_id>': verification,
    };
  });
  afterAll(() => service.close());
  keepBooks(() => service);

  it('are all of them', () => {
    expect(LINES.length).toBe([...DOCUMENT.matchAll(/^curl .*https:/gm)].length);
    expect(LINES.length).toBeGreaterThan(5);
  });

  it.each(LINES)('%s', async (line) => {
    const command = Object.entries(own).reduce((all, [word, value]) => all.replaceAll(word, value), line);
    expect(command).not.toMatch(/<\w+>/);
    // What never ends by itself is left after its head has come.
    const limits = command.includes(' -N ') ? '--max-time 3' : '--fail-with-body';
    const child = spawn('sh', ['-c', `${command} -sS ${limits} -w '\\n%{http_code}'`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, complaints] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect(output, complaints).toMatch(/\n20[01]$/);
  });
});
