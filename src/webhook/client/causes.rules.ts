/** Why a call brought no answer; `no_answer`: the connection broke in some other way. */
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

/** The texts that `WebhookClient` writes now, or wrote in earlier versions. */
const TEXTS: readonly (readonly [RegExp, Cause])[] = [
  [/ not allowed$/, 'not_allowed'],
  [/^name not found$/, 'name_not_found'],
  [/^no answer in time$|\(ETIMEDOUT\)$/, 'timeout'],
  [/\(ECONNREFUSED\)$/, 'refused'],
  [/\(\w*(?:TLS|SSL|CERT|SIGNED|SIGNATURE|EPROTO)\w*\)$/, 'certificate'],
  [/^answer with too large headers$|\(HPE_\w+\)$/, 'answer_invalid'],
];

/** The cause that an attempt's `error` tells. */
export function causeOf(error: string): Cause {
  return TEXTS.find(([text]) => text.test(error))?.[1] ?? 'no_answer';
}
