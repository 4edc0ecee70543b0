/** Longer numbers that begin as Indonesian mobile numbers do may be phones, and stay out of URLs. */
const SHORT_MAX = 9;

/** The account ID that a text is: `7`, `#7`. A number that may be a phone is an ID only after `#`. */
export function accountIdIn(written: string): string | undefined {
  const [, mark, id = ''] = /^(#?)([1-9]\d{0,15})$/.exec(written) ?? [];
  if (id === '' || !Number.isSafeInteger(Number(id))) return undefined;
  const mayBePhone = mark === '' && id.length > SHORT_MAX && /^(?:62)?8/.test(id);
  return mayBePhone ? undefined : id;
}
