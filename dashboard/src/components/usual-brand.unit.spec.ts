import { expect, it } from 'vitest';
import { usualBrand } from './usual-brand';

it.each([
  ['Toko Budi', [], 'Toko Budi'],
  [' Dua Puluh Karakter! ', [], 'Dua Puluh Karakter!'],
  ['PT Sumber Makmur Sejahtera', [], ''],
  ['PT Sumber Makmur Sejahtera', ['Sumber Makmur'], 'Sumber Makmur'],
])('of %j with %j is %j, never a part of a name', (name, approved, brand) => {
  expect(usualBrand(name, approved)).toBe(brand);
});
