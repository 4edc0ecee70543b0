import '../../src/config/config.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../../src/config/variable.js';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/leaked-keys.md'), 'utf8');

/** The test of each row of the page, by the first key that the row names: a file, and a part of the test's title. */
const PROCEDURES: Record<string, [file: string, title: string]> = {
  '`DATA_KEY`': [
    'test/operations/rekey/rekey.e2e.spec.ts',
    'then lets the service start with the new key alone',
  ],
  '`JWT_SECRET`': ['test/auth/secret-rotation.e2e.spec.ts', 'ends those of the old one afterwards'],
  'An API key': ['test/api-keys/api-key-guard.e2e.spec.ts', 'a key that was deleted is refused'],
  'A signed hook’s secret': [
    'test/auth-hooks/supabase.e2e.spec.ts',
    'since the secret was replaced leaves no trace',
  ],
  'A webhook secret': ['test/webhook/deliveries.e2e.spec.ts', 'sign both while the old one overlaps'],
  'A device’s token': ['test/operations/leaked-keys.e2e.spec.ts', 'a token of a device'],
  'A device’s callback secret': ['test/operations/leaked-keys.e2e.spec.ts', 'a callback secret of a device'],
  'A callback address': ['test/gateway/callback-key.e2e.spec.ts', 'ends at once when it was renewed twice'],
  '`GATEWAY_WEBHOOK_SECRET`': ['test/operations/leaked-keys.e2e.spec.ts', 'the common callback secret'],
  '`GATEWAY_TOKEN`': ['test/operations/leaked-keys.e2e.spec.ts', 'a token of a device'],
  'An administrator’s password': ['test/auth/shell/accounts.e2e.spec.ts', 'resets a password'],
  'The database’s password': ['test/operations/leaked-keys.e2e.spec.ts', 'the password of the database'],
  '`REDIS_URL`': ['test/operations/leaked-keys.e2e.spec.ts', 'the password of Redis'],
  '`SMTP_URL`': ['test/operations/leaked-keys.e2e.spec.ts', 'the mail server'],
  '`MIDTRANS_SERVER_KEY`': ['test/operations/leaked-keys.e2e.spec.ts', 'payment providers'],
  '`TRIPAY_API_KEY`': ['test/operations/leaked-keys.e2e.spec.ts', 'payment providers'],
  '`METRICS_TOKEN`': ['test/operations/leaked-keys.e2e.spec.ts', 'metrics'],
  '`ALERT_WEBHOOK_URL`': [
    'test/operations/alerts/operator/operator-alerts.e2e.spec.ts',
    'is told by mail and webhook',
  ],
};

describe('the page about leaked keys', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Key|---) /.test(line));
  const first = (row: string) => row.split('|')[1]?.replaceAll("'", '’') ?? '';

  it('has every secret of the configuration', () => {
    const keys = rows.map(first).join('\n');
    const secrets = variables().filter(({ secret }) => secret);
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter(({ name }) => !keys.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
  });

  it('has a test for each row', () => {
    expect(rows.length).toBe(Object.keys(PROCEDURES).length);
    for (const [at, [key, [file, title]]] of Object.entries(PROCEDURES).entries()) {
      expect(
        first(rows[at] ?? '')
          .trim()
          .startsWith(key),
        key,
      ).toBe(true);
      expect(readFileSync(join(ROOT, file), 'utf8'), key).toContain(title);
    }
  });
});
