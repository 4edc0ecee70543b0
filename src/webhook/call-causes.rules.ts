/** Why a call got no response; `no_answer`: the connection broke in another way. */
export const CAUSES = [
  'not_allowed',
  'name_not_found',
  'refused',
  'certificate',
  'timeout',
  'answer_invalid',
  'no_answer',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Texts of `WebhookClient`, also of earlier releases. */
const TEXTS: readonly (readonly [RegExp, Cause])[] = [
  [/ not allowed$/, 'not_allowed'],
  [/^name not found$/, 'name_not_found'],
  [/^no answer in time$|\(ETIMEDOUT\)$/, 'timeout'],
  [/\(ECONNREFUSED\)$/, 'refused'],
  [/\(\w*(?:TLS|SSL|CERT|SIGNED|SIGNATURE|EPROTO)\w*\)$/, 'certificate'],
  [/^answer with too large headers$|\(HPE_\w+\)$/, 'answer_invalid'],
];

/** The cause by an attempt's `error`. */
export function causeOf(error: string): Cause {
  return TEXTS.find(([text]) => text.test(error))?.[1] ?? 'no_answer';
}
