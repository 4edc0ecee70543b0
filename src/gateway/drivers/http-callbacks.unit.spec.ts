import { describe, expect, it } from 'vitest';
import { NO_FAILURE } from './callbacks.rules.js';
import { readEvents } from './http.driver.js';

const read = (body: unknown) =>
  readEvents(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))).statuses;
const status = (payload: object) => ({ event: 'message.status', payload });

describe('a native callback', () => {
  it('carries one status, with our reference if there is one', () => {
    expect(read(status({ id: '3EB0', status: 'delivered', error: null, reference: 'otp_1' }))).toEqual([
      { gatewayMessageId: '3EB0', reference: 'otp_1', status: 'delivered', ...NO_FAILURE },
    ]);
    expect(read(status({ id: '3EB0', status: 'sent' }))).toEqual([
      { gatewayMessageId: '3EB0', reference: null, status: 'sent', ...NO_FAILURE },
    ]);
  });

  it('is scrubbed of codes and phones', () => {
    const [event] = read(status({ id: '3EB0', status: 'failed', error: 'no 6281234567890, code 482910' }));
    expect(event?.error).toBe('no ****, code ****');
  });

  it.each([17, '', '6281234567890', 'otp_'.padEnd(41, 'x'), null, {}])(
    'is not lost for the reference %j',
    (reference) => {
      expect(read(status({ id: 'x', status: 'sent', reference }))).toMatchObject([{ reference: null }]);
    },
  );

  it('of another kind is not for us', () => {
    expect(read({ event: 'device.status', payload: 17 })).toEqual([]);
    expect(read({ event: '' })).toEqual([]);
  });

  it.each([
    [{}],
    [{ event: 1, payload: {} }],
    [{ event: null }],
    [{ event: 'message.status' }],
    [{ event: 'message.status', payload: null }],
    [{ event: 'message.status', payload: [] }],
    [{ event: 'message.status', payload: 'x' }],
    [status({ status: 'sent' })],
    [status({ id: '', status: 'sent' })],
    [status({ id: 17, status: 'sent' })],
    [status({ id: 'x'.repeat(256), status: 'sent' })],
    [status({ id: 'x' })],
    [status({ id: 'x', status: 'read' })],
    [status({ id: 'x', status: 'Sent' })],
    [status({ id: 'x', status: ['sent'] })],
    [status({ id: 'x', status: 'failed', error: 17 })],
    [status({ id: 'x', status: 'failed', error: { reason: 'x' } })],
    [[]],
    ['"text"'],
    ['null'],
    [{ event: 'message.status', payload: JSON.parse('['.repeat(20) + ']'.repeat(20)) as unknown }],
  ])('is not %j', (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'callback_invalid' }) as Error);
  });

  it('ignores a member that would reach into what objects are made of', () => {
    expect(() => read('{"__proto__":{}}')).toThrow(
      expect.objectContaining({ code: 'callback_invalid' }) as Error,
    );
  });

  it.each(['', '{', '{"event":', 'event=message.status'])('is JSON, and not %j', (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'malformed_json' }) as Error);
  });
});

describe('a failure in a native callback', () => {
  it.each([
    [{ status: 'failed', error: 'x', reason: 'expired' }, 'expired'],
    [{ status: 'failed', error: 'the device is offline', reason: 'expired' }, 'expired'],
    [{ status: 'failed', error: 'the device is offline', reason: 'tidak aktif' }, 'device_unavailable'],
    [{ status: 'failed', error: 'the device is offline' }, 'device_unavailable'],
    [{ status: 'failed', error: null }, 'unknown'],
    [{ status: 'failed', error: 'x', reason: 17 }, 'unknown'],
    [{ status: 'delivered', error: 'timeout', reason: 'expired' }, null],
  ])('of %j has its reason: %s', (payload, failureReason) => {
    expect(read(status({ id: '3EB0', ...payload }))).toMatchObject([{ failureReason }]);
  });
});
