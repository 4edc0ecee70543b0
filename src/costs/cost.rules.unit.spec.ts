import { describe, expect, it } from 'vitest';
import { amountOf, costBasisOf, CostTable, microsOf, rupiahOf } from './cost.rules.js';

const NONE = { messages: 10, micros: 0 };

describe('the basis of a cost', () => {
  it.each([
    ['sent', null, '', 0],
    ['delivered', null, '', 0],
    ['failed', null, 'free', 0],
    ['delivered', 'free', 'free', 0],
    ['delivered', 'authentication', 'authentication', 0],
    ['sent', 'authentication', 'free', 0],
    ['failed', 'authentication', 'free', 0],
    ['sent', 'USD 10000', 'USD', 10_000],
    ['failed', 'USD 10000', 'USD', 10_000],
  ])('of a message that is %s and reports %s is "%s"', (status, reported, basis, micros) => {
    expect(costBasisOf(status, reported)).toEqual({ basis, micros });
  });
});

describe('a cost', () => {
  const cost = { deviceId: 1, category: '', validFrom: '2026-01-01', currency: 'IDR', micros: 350_000_000 };
  const card = { ...cost, category: 'authentication', currency: 'USD', micros: 25_000 };
  const rate = { currency: 'USD', validFrom: '2026-02-01', micros: 16_000_000_000 };
  const table = new CostTable(
    [
      { ...cost, validFrom: '2026-03-01', micros: null },
      { ...cost, validFrom: '2026-02-01', micros: 400_500_000 },
      cost,
      card,
      { ...card, category: 'utility', micros: null },
    ],
    [rate, { ...rate, validFrom: '2026-03-01', micros: 17_000_500_000 }],
  );
  const of = (day: string, basis: string, micros = 0) =>
    table.of({ ...NONE, day, deviceId: 1, basis, micros });

  it('is the number of the device as of the day, times the messages', () => {
    expect(of('2025-12-31', '')).toBeUndefined();
    expect(of('2026-01-01', '')).toEqual({ currency: 'IDR', micros: 3_500_000_000n, rupiah: 3_500_000_000n });
    expect(of('2026-02-01', '')?.micros).toBe(4_005_000_000n);
    expect(of('2026-03-01', '')).toBeUndefined();
    expect(table.of({ ...NONE, day: '2026-01-01', deviceId: 2, basis: '' })).toBeUndefined();
  });

  it('of a category is the rate card’s, else the number of the device', () => {
    expect(of('2026-02-01', 'authentication')).toEqual({
      ...{ currency: 'USD', micros: 250_000n, rupiah: 4_000_000_000n },
    });
    expect(of('2026-03-01', 'authentication')?.rupiah).toBe(4_250_125_000n);
    expect(of('2026-01-01', 'authentication_international')?.currency).toBe('IDR');
    expect(of('2026-01-01', 'utility')).toBeUndefined();
  });

  it('without a rate is not known in rupiah, unless it is 0', () => {
    expect(of('2026-01-31', 'USD', 100_000)).toEqual({ currency: 'USD', micros: 100_000n, rupiah: null });
    expect(of('2026-02-01', 'USD', 100_000)?.rupiah).toBe(1_600_000_000n);
    expect(of('2026-02-01', 'SGD', 100_000)?.rupiah).toBeNull();
    expect(of('2026-01-31', 'USD', 0)?.rupiah).toBe(0n);
    expect(of('2026-01-31', 'free')).toEqual({ currency: 'IDR', micros: 0n, rupiah: 0n });
  });

  it('is exact beyond what floating point is', () => {
    const micros = 900_719_925_474_099;
    const { rupiah } = table.of({ ...NONE, day: '2026-02-01', deviceId: 1, basis: 'USD', micros }) ?? {};
    expect(rupiah).toBe((900_719_925_474_099n * 16_000_000_000n) / 1_000_000n);
    expect(rupiahOf(1_499_999n)).toBe(1);
    expect(rupiahOf(1_500_000n)).toBe(2);
  });
});

it('reads and writes amounts as whole micro units', () => {
  for (const [text, micros] of [
    ['0', 0],
    ['0.000001', 1],
    ['0.025', 25_000],
    ['16350.5', 16_350_500_000],
    ['999999.999999', 999_999_999_999],
  ] as const) {
    expect(microsOf(text)).toBe(micros);
    expect(amountOf(micros)).toBe(text);
  }
  for (const text of ['', '-1', '1.', '.5', '1e3', '1,5', '0.0000001', '1000000', ' 1'])
    expect(microsOf(text), text).toBeUndefined();
});
