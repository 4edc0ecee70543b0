import { describe, expect, it } from 'vitest';
import { Device } from '../../../src/gateway/device.entities.js';
import { newPhone } from '../../support/factories.js';
import { PoolBench } from './pool-bench.js';

const bench = new PoolBench({
  DEVICE_JUDGE_SECONDS: '3600',
  RECIPIENT_ATTEMPTS_MAX: '1000',
  RECIPIENT_HOURLY_MAX: '1000',
});

const RESTRICTED_MS = 600_000;

/** As error 463 has it: from now on WhatsApp lets the device's account begin no chat. */
const restrict = () => {
  const restrictedUntil = new Date(bench.service.clock.now().getTime() + RESTRICTED_MS);
  const outcome = { kind: 'refused', reason: 'error 463', retryElsewhere: true } as const;
  bench.pooling.recorder.recordSend(bench.first, { ...outcome, fault: 'restricted', restrictedUntil });
};
/** Somebody whom the first device has delivered to. */
const acquaintance = async () => {
  const phone = newPhone();
  await bench.pooling.reported(await bench.pooling.sent({ phone }));
  return phone;
};

describe('a device that WhatsApp lets begin no chat', () => {
  it('goes on with the recipients that it has delivered to, and writes to no other', async () => {
    const phone = await acquaintance();
    restrict();
    expect((await bench.pooling.sent({ phone })).deviceId).toBe(bench.first.id);
    const refused = await bench.pooling.send();
    expect(refused).toAnswer(503, 'no_device');
    expect(Number(refused.headers.get('retry-after'))).toBe(600);
    expect(await bench.pooling.view(bench.first.id)).toMatchObject({ health: 'restricted' });
  });

  it('has no chat with whom it has only written to: sent is not delivered', async () => {
    const phone = newPhone();
    await bench.pooling.reported(await bench.pooling.sent({ phone }), 'sent');
    restrict();
    expect((await bench.pooling.send({ phone })).body.code).toBe('no_device');
  });

  it('leaves everybody else to another device, which keeps its own', async () => {
    const phone = await acquaintance();
    const { id } = await bench.another();
    restrict();
    for (let i = 0; i < 3; i++) expect((await bench.pooling.sent()).deviceId).toBe(id);
    for (let i = 0; i < 3; i++) expect((await bench.pooling.sent({ phone })).deviceId).toBe(bench.first.id);
  });

  it('does so after a restart too', async () => {
    const phone = await acquaintance();
    restrict();
    await expect.poll(async () => (await bench.row()).restrictedUntil).not.toBeNull();
    await bench.restart();
    expect((await bench.pooling.send()).body.code).toBe('no_device');
    expect(await bench.pooling.send({ phone })).toAnswer(200);
  });

  it('rests wholly once it is refused for these as well', async () => {
    const phone = await acquaintance();
    restrict();
    const held = { kind: 'refused', reason: 'error 463', retryElsewhere: true, fault: 'restricted' } as const;
    for (let i = 0; i < 3; i++) {
      const { recipientIndex } = await bench.pooling.sent({ phone });
      expect(await bench.pooling.pool.pick(new Set(), { recipient: [recipientIndex] })).toMatchObject({
        isKept: true,
      });
    }
    for (let i = 0; i < 3; i++) bench.pooling.recorder.recordSend(bench.first, held, true);
    expect((await bench.pooling.send({ phone })).body.code).toBe('no_device');
    bench.service.clock.advance(31);
    expect(await bench.pooling.send({ phone })).toAnswer(200);
  });

  it('keeps nobody where the account is a business’s, which Meta holds back for all', async () => {
    const phone = await acquaintance();
    await bench.service.database.tx((tx) =>
      tx.update(Device, { id: bench.first.id }, { driver: 'meta', updatedAt: new Date(0) }),
    );
    await bench.pooling.pool.refresh();
    restrict();
    expect((await bench.pooling.send({ phone })).body.code).toBe('no_device');
  });
});
