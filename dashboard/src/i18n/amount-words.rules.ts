const ONES = ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan'] as const;

const SCALES = [
  [1e12, 'triliun'],
  [1e9, 'miliar'],
  [1e6, 'juta'],
  [1e3, 'ribu'],
] as const;

/** An amount in Indonesian words: 51.200 is “lima puluh satu ribu dua ratus rupiah”. */
export const rupiahInWords = (amount: number): string =>
  `${amount === 0 ? 'nol' : words(amount).join(' ')} rupiah`;

function words(amount: number): string[] {
  const scale = SCALES.find(([size]) => amount >= size);
  if (!scale) return belowThousand(amount);
  const [size, name] = scale;
  const count = Math.floor(amount / size);
  // 1,000 is “seribu”, not “satu ribu”.
  const many = count === 1 && size === 1e3 ? ['seribu'] : [...words(count), name];
  return [...many, ...words(amount % size)];
}

function belowThousand(amount: number): string[] {
  const hundreds = Math.floor(amount / 100);
  const rest = belowHundred(amount % 100);
  if (hundreds === 0) return rest;
  return [hundreds === 1 ? 'seratus' : `${ONES[hundreds]} ratus`, ...rest];
}

function belowHundred(amount: number): string[] {
  const one = ONES[amount % 10] ?? '';
  if (amount < 10) return one === '' ? [] : [one];
  if (amount === 10) return ['sepuluh'];
  if (amount === 11) return ['sebelas'];
  if (amount < 20) return [`${one} belas`];
  return [`${ONES[Math.floor(amount / 10)]} puluh`, ...(one === '' ? [] : [one])];
}
