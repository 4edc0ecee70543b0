import { expect, it } from 'vitest';
import { credentialHint, type WantedCredential } from './credential-hint.rules.js';

const KEY = `sandi_live_${'a1B2'.repeat(9)}cD`;
const hint = (authorization: string | undefined, wanted: WantedCredential = 'api_key') =>
  credentialHint({ authorization }, wanted)?.en;

it.each([
  [undefined, /read from the header Authorization/],
  ['', /read from the header Authorization/],
  ['Bearer', /read from the header Authorization/],
  [KEY, /The word Bearer is missing/],
  [`"${KEY}"`, /Remove the quotes/],
  [`Bearer "${KEY}"`, /Remove the quotes/],
  [`Bearer '${KEY}'`, /Remove the quotes/],
  [`Bearer \u201c${KEY}\u201d`, /Remove the quotes/],
  [`Bearer <${KEY}>`, /Remove the quotes or brackets/],
  ['Bearer {{api_key}}', /Remove the quotes or brackets/],
  [`Bearer Bearer ${KEY}`, /written twice/],
  [`bearer BEARER ${KEY}`, /written twice/],
  [`Bearer  ${KEY}`, /extra spaces/],
  [`Bearer\t${KEY}`, /extra spaces/],
  [`Bearer ${KEY.slice(0, 20)} ${KEY.slice(20)}`, /extra spaces/],
  [`Bearer: ${KEY}`, /No punctuation/],
  [`Basic ${KEY}`, /must be Bearer, not Basic/],
  [`Basic ${Buffer.from(`${KEY}:`).toString('base64')}`, /must be Bearer, not Basic/],
  ['Basic', /must be Bearer, not Basic/],
  [`Token ${KEY}`, /must be Bearer, not Basic/],
  [`Bearer ${KEY.replace('sandi_live_', 'SANDI_LIVE_')}`, /case-sensitive/],
  [`Bearer ${KEY.slice(0, -3)}`, /copied whole/],
  ['Bearer xyz', /copied whole/],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2ln', /looks like a user token/],
])('%j', (authorization, expected) => expect(hint(authorization)).toMatch(expected));

it('says nothing of a credential of the right form', () => {
  expect(hint(`Bearer ${KEY}`)).toBeUndefined();
  expect(hint(`bearer ${KEY}`)).toBeUndefined();
  expect(hint('Bearer abc.def.ghi', 'user_token')).toBeUndefined();
  expect(hint(undefined, 'user_token')).toBeUndefined();
});

it('tells an API key from a user token', () => {
  expect(hint(`Bearer ${KEY}`, 'user_token')).toMatch(/looks like an API key/);
});
