import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  callbackCommand,
  callbackSettings,
} from '../../../dashboard/src/pages/admin/devices/callback-command.rules.js';
import { newSigningKey } from '../../../dashboard/src/pages/admin/devices/signing-key.rules.js';
import { isSigningSecret } from '../../../src/platform/security/standard-webhook.rules.js';
import { codeBlock, sectionOf } from '../../support/snippets.js';
import { GOWA, startGowa } from './fakes/gowa.js';
import { OPENWA, startOpenwa } from './fakes/openwa.js';
import { hasPublished, publishedRequest } from './published.js';

const GUIDE = readFileSync(new URL('../../../docs/gateways.md', import.meta.url), 'utf8');

/** What a chapter of docs/gateways.md has an operator give to the gateway. */
function setUpOf(chapter: string): Record<string, unknown> {
  return JSON.parse(codeBlock(sectionOf(GUIDE, `## ${chapter}`), 'json')) as Record<string, unknown>;
}

describe('what docs/gateways.md has an operator set at GOWA', () => {
  it('is taken, with the events in a text', async () => {
    const gowa = await startGowa();
    const set = (body: object) =>
      fetch(`${gowa.url}/devices/otp-01/webhook`, {
        method: 'PATCH',
        headers: { authorization: `Basic ${Buffer.from(GOWA.token).toString('base64')}` },
        body: JSON.stringify(body),
      });
    const setUp = setUpOf('GOWA');
    expect(setUp['webhook_events']).toBe('message.ack');
    await expect(await set(setUp)).toAnswer(200);
    await expect(await set({ ...setUp, webhook_events: ['message.ack'] })).toAnswer(400);
  });

  it.runIf(hasPublished)('is as the published document wants it', { timeout: 60_000 }, () => {
    const path = '/devices/{device_id}/webhook';
    const faults = publishedRequest('gowa-openapi.yaml', path, undefined, 'patch');
    expect(faults(setUpOf('GOWA'))).toEqual([]);
    expect(faults({ ...setUpOf('GOWA'), webhook_events: ['message.ack'] })).not.toEqual([]);
  });
});

describe('what docs/gateways.md has an operator set at OpenWA', () => {
  it('is taken, and nothing that its document does not name', async () => {
    const openwa = await startOpenwa();
    const set = (body: object) =>
      fetch(`${openwa.url}/api/sessions/${OPENWA.settings.session}/webhooks`, {
        method: 'POST',
        headers: { 'x-api-key': OPENWA.token },
        body: JSON.stringify(body),
      });
    const setUp = { ...setUpOf('OpenWA'), url: 'https://otp.example.com/api/webhook/gateway/1' };
    await expect(await set(setUp)).toAnswer(201);
    await expect(await set({ ...setUp, hmac: 'x' })).toAnswer(400);
    await expect(await set({ ...setUp, retryCount: 6 })).toAnswer(400);
  });
});

describe('what docs/gateways.md has an operator set at WAHA', () => {
  it.runIf(hasPublished)('is as the published document wants it', () => {
    const faults = publishedRequest('waha-openapi.json', '/api/sessions/{session}', withNamedEvents, 'put');
    expect(faults({ config: setUpOf('WAHA') })).toEqual([]);
    expect(faults({ config: { webhooks: [{ url: 1 }] } })).not.toEqual([]);
  });
});

describe('what the dashboard has an operator paste', () => {
  const target = {
    callback_url: '<callback_url>',
    base_url: "http://it's.internal:3000/base",
    settings: { session: 'otp-01', device_id: 'otp-01', instance: 'otp-01' },
  };

  it.each([
    ['WAHA', 'waha'],
    ['GOWA', 'gowa'],
    ['Evolution API', 'evolution'],
    ['OpenWA', 'openwa'],
  ])('at %s is what docs/gateways.md says', (chapter, driver) => {
    const told = JSON.stringify(callbackSettings({ ...target, driver }));
    expect(JSON.parse(told.replaceAll('$WEBHOOK_SECRET', '<webhook_secret>'))).toEqual(setUpOf(chapter));
  });

  it('is one command of the shell, in which the secret alone is filled in', () => {
    const command = callbackCommand({ ...target, driver: 'waha' }) ?? '';
    const asShell = `curl() { printf '%s\\n' "$@"; }; ${command}`;
    const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: 'rahasia', WAHA_API_KEY: 'kunci' };
    const { stdout, stderr } = spawnSync('sh', ['-c', asShell], { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain("http://it's.internal:3000/base/api/sessions/otp-01\n");
    expect(stdout).toContain('X-Api-Key: kunci\n');
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
      config: { webhooks: [{ url: '<callback_url>', hmac: { key: 'rahasia' } }] },
    });
    expect(callbackCommand({ ...target, driver: 'meta' })).toBeNull();
  });

  it.each(['waha', 'gowa', 'evolution', 'openwa'])(
    'at %s has the key in it where one was just made',
    (driver) => {
      const key = newSigningKey(driver);
      expect(key).toMatch(/^[\w-]{43}$/);
      const command = callbackCommand({ ...target, driver }, key) ?? '';
      expect(command).not.toContain('WEBHOOK_SECRET');
      const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
        encoding: 'utf8',
      });
      const told = JSON.stringify(callbackSettings({ ...target, driver })).replace('$WEBHOOK_SECRET', key);
      expect(JSON.stringify(JSON.parse(stdout.slice(stdout.indexOf('{'))))).toContain(told.slice(1, -1));
    },
  );

  it('signs as Standard Webhooks where the gateway speaks the native protocol', () => {
    expect(isSigningSecret(newSigningKey('http'))).toBe(true);
    expect(newSigningKey('http')).toMatch(/^whsec_[\w+/]{43}=$/);
  });
});

/** It calls each event an object, where all of its own examples name it. */
function withNamedEvents(document: Record<string, unknown>): void {
  const { schemas } = document['components'] as { schemas: Record<string, unknown> };
  const { properties } = schemas['WebhookConfig'] as { properties: { events: { items: object } } };
  properties.events.items = { type: 'string' };
}
