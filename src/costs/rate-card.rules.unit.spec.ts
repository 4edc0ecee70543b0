import { describe, expect, it } from 'vitest';
import { readRateCard } from './rate-card.rules.js';

const HEADINGS = 'Market,Currency,Marketing,Utility,Authentication,"Authentication-\nInternational",Service';
const card = (indonesia: string, headings = HEADINGS) =>
  [
    '"Cost per message in USD, effective October 1, 2026",,,,,,',
    headings,
    'Argentina,$US,0.0618,0.0260,0.0260,n/a,n/a',
    indonesia,
    'Other,$US,0.0604,0.0077,0.0077,n/a,n/a',
    '',
  ].join('\r\n');
const INDONESIA = 'Indonesia,$US,0.0411,0.0250,0.0250,0.1360,n/a';

const read = (csv: string, currency = 'USD') => {
  const found = readRateCard(csv, currency);
  return 'flaw' in found ? found.flaw.en : Object.fromEntries(found.rates);
};

describe('a rate card', () => {
  it('is read as Meta publishes it: notes above, a line break in a heading, n/a', () => {
    expect(read(card(INDONESIA))).toEqual({
      marketing: 41_100,
      utility: 25_000,
      authentication: 25_000,
      authentication_international: 136_000,
      service: null,
    });
  });

  it('is read with a byte order mark, other letters and columns, and grouped numbers', () => {
    const csv = '\uFEFFcountry,AUTHENTICATION,Region\nINDONESIA ,"1,356.65",Asia Pacific\n';
    expect(read(csv, 'IDR')).toEqual({ authentication: 1_356_650_000 });
  });

  it.each([
    ['', 'Line 1: no headings Market and Authentication.'],
    ['Indonesia,0.1', 'Line 1: no headings Market and Authentication.'],
    [card('Ireland,$US,0,0,0,0,0'), 'Line 2: no line of Indonesia below it.'],
    [card(`${INDONESIA}\n${INDONESIA}`), 'Line 6: Indonesia is there twice.'],
    [card('Indonesia,$US,0.0411'), 'Line 5: 3 columns under 7 headings.'],
    [card(INDONESIA.replace('$US', 'Rp')), 'Line 5: its currency is IDR, not USD.'],
    [
      card(INDONESIA.replace('0.1360', 'free')),
      'Line 5: the price of authentication_international is unreadable.',
    ],
    [
      card(INDONESIA.replace('0.1360', '0.13601234')),
      'Line 5: the price of authentication_international is unreadable.',
    ],
    [
      card('Indonesia,$US,0.0411,0.0250,n/a,0.1360,n/a'),
      'Line 5: the price of authentication is unreadable.',
    ],
    [card('Indonesia,"$US,0.0411'), 'Line 5: a quote is not closed.'],
  ])('that says %j is rejected', (csv, flaw) => {
    expect(read(csv)).toBe(flaw);
  });
});
