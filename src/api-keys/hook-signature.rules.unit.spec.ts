import { describe, expect, it } from 'vitest';
import { isZitadelSignatureValid } from './hook-signature.rules.js';

const KEY = 'K3yOfZitadelK3yOfZitadelK3yOfZitadel';
const AT = 1_769_841_600;
const BODY = '{"contextInfo":{"recipientPhoneNumber":"+6281234567890"},"args":{"code":"12345678"}}';

// Written by ZITADEL's own code (pkg/actions/signing.go at 0e7a14e), run for these keys, bodies and this second.
const SIGNED = `t=${AT},v1=6bebe78b595e304f7e750d751a45306593a8d050395542c7ca3ba8ed481612d4`;
const SIGNED_BY_TWO = `t=${AT},v1=640f8e208823570591a5e86d0ab99ae18c8849404b3a7be581e7210a2ef86841,v1=6bebe78b595e304f7e750d751a45306593a8d050395542c7ca3ba8ed481612d4`;
const OTHER_BODY = '{"text":"é \\u0026"}';
const OTHER_SIGNED = `t=${AT},v1=7c977e8101fd3157467d7ebbfbda8fb62ee5dba95e3daf3a564bf37564ea298c`;

const holds = (header: string | string[] | undefined, { body = BODY, key = KEY, seconds = AT } = {}) =>
  isZitadelSignatureValid(
    { headers: { 'zitadel-signature': header }, rawBody: Buffer.from(body) },
    key,
    new Date(seconds * 1000),
    300,
  );

describe("a signature of ZITADEL's", () => {
  it('holds as ZITADEL writes it, also beside one by another key, and over any bytes', () => {
    expect(holds(SIGNED)).toBe(true);
    expect(holds(SIGNED_BY_TWO)).toBe(true);
    expect(holds(OTHER_SIGNED, { body: OTHER_BODY })).toBe(true);
  });

  it('holds within five minutes, in both directions', () => {
    for (const seconds of [AT - 300, AT + 300]) expect(holds(SIGNED, { seconds })).toBe(true);
    for (const seconds of [AT - 301, AT + 301]) expect(holds(SIGNED, { seconds })).toBe(false);
  });

  it('does not hold over other bytes, by another key, or for another time', () => {
    expect(holds(SIGNED, { body: `${BODY} ` })).toBe(false);
    expect(holds(SIGNED, { key: 'another' })).toBe(false);
    expect(holds(SIGNED.replace(`t=${AT}`, `t=${AT + 1}`))).toBe(false);
  });

  it.each([
    undefined,
    [SIGNED],
    '',
    `t=${AT}`,
    SIGNED.replace('v1=', 'v0='),
    SIGNED.replace('t=', ''),
    SIGNED.replace(/t=\d+,/, ''),
    SIGNED.replace('v1=', 'v1='.padEnd(40, '0')),
    `v1=${SIGNED.split('v1=')[1]},t=${AT}`,
    `t=${AT}x,${SIGNED.split(',')[1]}`,
    `${SIGNED.split(',')[0]}${',v1=00'.repeat(10)},${SIGNED.split(',')[1]}`,
  ])('is none: %j', (header) => expect(holds(header)).toBe(false));
});
