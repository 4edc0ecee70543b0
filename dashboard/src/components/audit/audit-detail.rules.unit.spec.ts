import { expect, it } from 'vitest';
import { linesOf } from './audit-detail.rules';

const words = {
  member: (name: string) => ({ amount: 'Jumlah', limits: 'Batas kirim' })[name] ?? name,
  value: (name: string, value: unknown) => (name === 'amount' ? `Rp ${String(value)}` : String(value)),
};

it.each([
  [{ amount: 50_000, note: 'Transfer bank' }, ['Jumlah: Rp 50000', 'note: Transfer bank']],
  [
    { limits: { per_minute: 20, per_day: null } },
    ['Batas kirim › per_minute: 20', 'Batas kirim › per_day: –'],
  ],
  [{ brands: ['Toko', 'Warung'], accounts: [] }, ['brands: Toko, Warung', 'accounts: –']],
  [{ template: null, instructions: '', settings: {} }, ['template: –', 'instructions: –']],
])('details are listed line by line: %j', (detail, lines) => {
  expect(linesOf(detail, words)).toEqual(lines);
});
