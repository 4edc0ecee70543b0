/** A longer number that begins like an Indonesian mobile number may be a phone, which must not be in a URL. */
const SHORT_MAX = 9;

/** Parses an account ID (`7` or `#7`). A number that may be a phone counts as an ID only after `#`. */
export function accountIdIn(written: string): string | undefined {
  const [, mark, id = ''] = /^(#?)([1-9]\d{0,15})$/.exec(written) ?? [];
  if (id === '' || !Number.isSafeInteger(Number(id))) return undefined;
  const mayBePhone = mark === '' && id.length > SHORT_MAX && /^(?:62)?8/.test(id);
  return mayBePhone ? undefined : id;
}
