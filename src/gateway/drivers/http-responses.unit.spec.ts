import { describe, expect, it } from 'vitest';
import { sendOutcomeOf } from '../failure-reasons.js';
import { readHttpHealth, readHttpSend, readLookup } from './http.driver.js';

const answer = (status: number, body: unknown) => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('the answer to a send', () => {
  it.each([200, 201, 202, 299])('with %d and an id is an acceptance', (status) => {
    expect(readHttpSend(answer(status, { id: '3EB0', error: null }))).toEqual({
      kind: 'accepted',
      id: '3EB0',
    });
  });

  it.each([
    [400, undefined],
    [404, undefined],
    [422, undefined],
    [500, undefined],
    [200, undefined],
    [429, 'busy'],
    [503, 'busy'],
    [401, 'unusable'],
    [403, 'unusable'],
  ])('with %d and a readable error is a refusal, fault %s', (status, fault) => {
    expect(readHttpSend(answer(status, { error: 'no' }))).toEqual({
      kind: 'refused',
      reason: 'no',
      retryElsewhere: true,
      fault,
    });
  });

  it.each([
    [200, {}],
    [200, ''],
    [200, '{"id": "3EB0'],
    [200, { id: '' }],
    [200, { id: 'x'.repeat(256) }],
    [200, { id: 17 }],
    [200, { id: null }],
    [200, ['3EB0']],
    [200, '"3EB0"'],
    [204, ''],
    [302, ''],
    [400, ''],
    [400, '<html>'],
    [400, { error: '' }],
    [400, { error: '  ' }],
    [400, { error: { message: 'no' } }],
    [400, { error: true }],
    [400, { message: 'no' }],
    [500, { id: '3EB0' }],
    [502, 'Bad Gateway'],
    [503, '<html>busy</html>'],
  ])('with %d and %j says nothing for certain', (status, body) => {
    expect(readHttpSend(answer(status, body)).kind).toBe('unknown');
  });
});

describe('why a message was refused', () => {
  it.each([
    [400, { error: 'x', reason: 'blocked_by_recipient' }, 'blocked_by_recipient'],
    [400, { error: 'number is not on WhatsApp' }, 'not_on_whatsapp'],
    [503, { error: 'number is not on WhatsApp' }, 'not_on_whatsapp'],
    [503, { error: 'x', reason: 'x' }, 'device_unavailable'],
    [401, { error: 'x' }, 'device_unavailable'],
    [400, { error: 'x' }, 'gateway_fault'],
  ])('follows from %d and %j: %s', (status, body, failureReason) => {
    const outcome = readHttpSend(answer(status, body));
    expect(sendOutcomeOf(outcome)).toMatchObject({ kind: 'refused', failureReason });
  });
});

describe('the answer to a look-up', () => {
  it('tells a message, and that there never was one', () => {
    expect(readLookup(answer(200, { id: 'x', status: 'failed', error: 'expired' }))).toEqual({
      kind: 'found',
      id: 'x',
      status: 'failed',
      error: 'expired',
      failureReason: 'expired',
    });
    expect(readLookup(answer(404, { error: 'unknown reference' }))).toEqual({ kind: 'never_accepted' });
  });

  it.each([
    [200, {}],
    [200, { id: 'x', status: 'read' }],
    [200, { status: 'sent' }],
    [401, { error: 'no' }],
    [410, ''],
    [500, { id: 'x', status: 'sent' }],
  ])('with %d and %j says nothing for certain', (status, body) => {
    expect(readLookup(answer(status, body)).kind).toBe('unknown');
  });
});

describe('the answer of a status', () => {
  it.each([
    [200, { connected: true }, 'connected'],
    [200, { connected: false }, 'disconnected'],
    [200, { connected: 'yes' }, 'unclear'],
    [200, '', 'unclear'],
    [401, { error: 'no' }, 'unclear'],
    [500, { connected: true }, 'unclear'],
  ] as const)('with %d and %j is %s', (status, body, connection) => {
    expect(readHttpHealth(answer(status, body)).connection).toBe(connection);
  });
});
