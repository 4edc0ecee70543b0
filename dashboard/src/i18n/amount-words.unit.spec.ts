import { expect, it } from 'vitest';
import { rupiahInWords } from './amount-words.rules';

it.each([
  [0, 'nol rupiah'],
  [1, 'satu rupiah'],
  [10, 'sepuluh rupiah'],
  [11, 'sebelas rupiah'],
  [17, 'tujuh belas rupiah'],
  [20, 'dua puluh rupiah'],
  [100, 'seratus rupiah'],
  [111, 'seratus sebelas rupiah'],
  [999, 'sembilan ratus sembilan puluh sembilan rupiah'],
  [1_000, 'seribu rupiah'],
  [1_001, 'seribu satu rupiah'],
  [2_000, 'dua ribu rupiah'],
  [21_000, 'dua puluh satu ribu rupiah'],
  [51_200, 'lima puluh satu ribu dua ratus rupiah'],
  [101_000, 'seratus satu ribu rupiah'],
  [1_000_000, 'satu juta rupiah'],
  [1_001_000, 'satu juta seribu rupiah'],
  [2_500_000_000, 'dua miliar lima ratus juta rupiah'],
  [1_000_000_000_000, 'satu triliun rupiah'],
])('%i is “%s”', (amount, words) => expect(rupiahInWords(amount)).toBe(words));
