import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GOWA, startGowa } from './fakes/gowa.js';
import { hasPublished, publishedRequest } from './published.js';

const GUIDE = readFileSync(new URL('../../docs/gateways.md', import.meta.url), 'utf8');

/** What a chapter of docs/gateways.md has an operator give to the gateway. */
function setUpOf(chapter: string): Record<string, unknown> {
  const text = GUIDE.split('\n## ').find((part) => part.startsWith(`${chapter}\n`)) ?? '';
  const [, block = ''] = /```json\n([\s\S]*?)\n```/.exec(text) ?? [];
  return JSON.parse(block) as Record<string, unknown>;
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
    expect((await set(setUp)).status).toBe(200);
    expect((await set({ ...setUp, webhook_events: ['message.ack'] })).status).toBe(400);
  });

  it.runIf(hasPublished)('is as the published document wants it', { timeout: 60_000 }, () => {
    const path = '/devices/{device_id}/webhook';
    const faults = publishedRequest('gowa-openapi.yaml', path, undefined, 'patch');
    expect(faults(setUpOf('GOWA'))).toEqual([]);
    expect(faults({ ...setUpOf('GOWA'), webhook_events: ['message.ack'] })).not.toEqual([]);
  });
});

describe('what docs/gateways.md has an operator set at WAHA', () => {
  it.runIf(hasPublished)('is as the published document wants it', () => {
    const faults = publishedRequest('waha-openapi.json', '/api/sessions/{session}', withNamedEvents, 'put');
    expect(faults({ config: setUpOf('WAHA') })).toEqual([]);
    expect(faults({ config: { webhooks: [{ url: 1 }] } })).not.toEqual([]);
  });
});

/** It calls each event an object, where all of its own examples name it. */
function withNamedEvents(document: Record<string, unknown>): void {
  const { schemas } = document['components'] as { schemas: Record<string, unknown> };
  const { properties } = schemas['WebhookConfig'] as { properties: { events: { items: object } } };
  properties.events.items = { type: 'string' };
}
