import { expect, it } from 'vitest';
import { defaultBrand } from './default-brand';

it.each([
  ['Toko Budi', [], 'Toko Budi'],
  [' Dua Puluh Karakter! ', [], 'Dua Puluh Karakter!'],
  ['PT Sumber Makmur Sejahtera', [], ''],
  ['PT Sumber Makmur Sejahtera', ['Sumber Makmur'], 'Sumber Makmur'],
])('of %j with %j is %j, never a part of a name', (name, approved, brand) => {
  expect(defaultBrand(name, approved)).toBe(brand);
});
