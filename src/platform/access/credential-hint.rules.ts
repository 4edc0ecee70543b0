import type { IncomingHttpHeaders } from 'node:http';
import type { LocalizedText } from '../text/language.js';
import { isMissing } from './bearer.js';

/** The credential that a route requires in `Authorization: Bearer …`. */
export type WantedCredential = 'api_key' | 'user_token';

const ELSEWHERE: LocalizedText = {
  id: 'API key hanya dibaca dari header Authorization: Bearer <api_key>, bukan dari isi permintaan, query string, atau header lain.',
  en: 'The API key is read from the header Authorization: Bearer <api_key> only, not from the body, the query string or another header.',
};
const NO_SCHEME: LocalizedText = {
  id: 'Kata Bearer belum ada. Tulis Authorization: Bearer, satu spasi, lalu kredensialnya.',
  en: 'The word Bearer is missing. Write Authorization: Bearer, one space, then the credential.',
};
const OTHER_SCHEME: LocalizedText = {
  id: 'Skema header Authorization harus Bearer, bukan Basic atau yang lain. Kredensialnya ditulis apa adanya, tanpa base64.',
  en: 'The scheme of the header Authorization must be Bearer, not Basic or another one. Write the credential as it is, without base64.',
};
const TWICE: LocalizedText = {
  id: 'Kata Bearer tertulis dua kali. Tulis sekali saja.',
  en: 'The word Bearer is written twice. Write it once.',
};
const QUOTES: LocalizedText = {
  id: 'Hapus tanda kutip atau kurung di sekitar kredensial.',
  en: 'Remove the quotes or brackets around the credential.',
};
const PUNCTUATION: LocalizedText = {
  id: 'Setelah kata Bearer tidak ada tanda baca, hanya satu spasi.',
  en: 'No punctuation follows the word Bearer, only one space.',
};
const SPACES: LocalizedText = {
  id: 'Header Authorization memuat spasi berlebih. Tulis tepat satu spasi setelah Bearer, dan tidak ada spasi lain.',
  en: 'The header Authorization has extra spaces. Write exactly one space after Bearer, and no others.',
};
const CASE: LocalizedText = {
  id: 'Huruf besar dan kecil pada API key dibedakan. Salin API key persis seperti saat dibuat.',
  en: 'API keys are case-sensitive. Copy the API key exactly as it was created.',
};
const NOT_WHOLE: LocalizedText = {
  id: 'Bentuk ini bukan API key: sandi_live_ atau sandi_test_, lalu 38 huruf dan angka. Periksa apakah tersalin utuh.',
  en: 'This is not the form of an API key: sandi_live_ or sandi_test_, then 38 letters and digits. Check that it was copied whole.',
};
const TOKEN_FOR_KEY: LocalizedText = {
  id: 'Ini tampak seperti user token. Alamat ini memerlukan API key.',
  en: 'This looks like a user token. This address takes an API key.',
};
const KEY_FOR_TOKEN: LocalizedText = {
  id: 'Ini tampak seperti API key. Alamat ini memerlukan user token dari login.',
  en: 'This looks like an API key. This address takes the user token of a login.',
};

const QUOTE = /["'`\u2018-\u201f<>{}[\]]|%22|%27/i;
const KEY = /^sandi_(?:live|test)_[0-9A-Za-z]{38}$/;
const KEY_OF_ANY_CASE = /^sandi_(?:live|test)_/i;
const JSON_WEB_TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/** How a rejected credential is malformed. By its form alone: it does not reveal which credentials exist. */
export function credentialHint(
  { authorization }: Pick<IncomingHttpHeaders, 'authorization'>,
  wanted: WantedCredential,
): LocalizedText | undefined {
  if (authorization === undefined || isMissing(authorization))
    return wanted === 'api_key' ? ELSEWHERE : undefined;
  const words = authorization.trim().split(/\s+/);
  if (QUOTE.test(authorization)) return QUOTES;
  if (words.filter(isBearer).length > 1) return TWICE;
  const [scheme = '', credential = '', ...more] = words;
  if (/^bearer[:=,]$/i.test(scheme)) return PUNCTUATION;
  if (!isBearer(scheme)) return credential === '' ? withoutScheme(scheme) : OTHER_SCHEME;
  if (more.length > 0 || !/^\S+ \S+$/.test(authorization)) return SPACES;
  return wanted === 'api_key' ? ofKey(credential) : ofToken(credential);
}

/** Also followed by a colon, comma or equals sign. */
const isBearer = (word: string) => /^bearer[:=,]?$/i.test(word);

const withoutScheme = (word: string): LocalizedText =>
  /^(?:basic|token|digest|apikey)$/i.test(word) ? OTHER_SCHEME : NO_SCHEME;

function ofKey(credential: string): LocalizedText | undefined {
  if (KEY.test(credential)) return undefined;
  if (JSON_WEB_TOKEN.test(credential)) return TOKEN_FOR_KEY;
  const isOfWrongCase =
    KEY_OF_ANY_CASE.test(credential) &&
    KEY.test(credential.replace(KEY_OF_ANY_CASE, (prefix) => prefix.toLowerCase()));
  return isOfWrongCase ? CASE : NOT_WHOLE;
}

const ofToken = (credential: string): LocalizedText | undefined =>
  KEY_OF_ANY_CASE.test(credential) ? KEY_FOR_TOKEN : undefined;
