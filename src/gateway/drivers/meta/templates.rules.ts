import {
  type CreatedTemplate,
  TEMPLATE_BUTTONS,
  type TemplateDefinition,
  type TemplateDetails,
} from '../../template.js';
import { type Answer, isSuccess, jsonObject, listIn, membersOf } from '../responses.js';
import { statusIn } from './account-callback.rules.js';
import { readError, VAGUE } from './errors.rules.js';

const OTP_TYPES = { copy_code: 'COPY_CODE', one_tap: 'ONE_TAP', zero_tap: 'ZERO_TAP' } as const;
const CATEGORY = 'AUTHENTICATION';

/** The text is Meta's. One-tap and zero-tap buttons copy the code where their app is not installed. */
export function templateBody(definition: TemplateDefinition): object {
  const { name, language, button, apps, securityAdvice, expiryMinutes, validitySeconds } = definition;
  return {
    name,
    language,
    category: CATEGORY,
    ...(validitySeconds !== null && { message_send_ttl_seconds: validitySeconds }),
    components: [
      { type: 'BODY', add_security_recommendation: securityAdvice },
      ...(expiryMinutes === null ? [] : [{ type: 'FOOTER', code_expiration_minutes: expiryMinutes }]),
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'OTP',
            otp_type: OTP_TYPES[button],
            ...(button === 'zero_tap' && { zero_tap_terms_accepted: true }),
            ...(apps.length > 0 && { supported_apps: apps }),
          },
        ],
      },
    ],
  };
}

/** Responses of Graph; texts are not scrubbed yet. */
export type GraphAnswer =
  | { kind: 'done'; members: Record<string, unknown> }
  | { kind: 'refused' | 'unknown'; reason: string; errorCode?: number };

/** An error with 400 to 499 means that nothing was done. */
export function readGraph({ status, body }: Answer): GraphAnswer {
  const members = jsonObject(body);
  const error = readError(members['error']);
  if (!error) {
    const isDone = isSuccess(status) && Object.keys(members).length > 0;
    return isDone ? { kind: 'done', members } : { kind: 'unknown', reason: `Meta answered ${status}` };
  }
  const { error_user_msg: advice } = membersOf(members['error']);
  const words = typeof advice === 'string' ? `${error.words}: ${advice}` : error.words;
  const isRefused = status >= 400 && status <= 499 && !VAGUE.includes(error.code);
  return { kind: isRefused ? 'refused' : 'unknown', reason: words, errorCode: error.code };
}

export function createdTemplateIn({ id, status }: Record<string, unknown>): CreatedTemplate | undefined {
  return typeof id === 'string' && typeof status === 'string' ? { id, status } : undefined;
}

export const LIST_FIELDS =
  'name,language,status,category,rejected_reason,quality_score,components,message_send_ttl_seconds';

export const templatesIn = (members: Record<string, unknown>): TemplateDetails[] =>
  listIn(members, 'data').map(membersOf).flatMap(readTemplate);

/** `undefined`: the last page. */
export function nextPageIn({ paging }: Record<string, unknown>): string | undefined {
  const { next, cursors } = membersOf(paging);
  const { after } = membersOf(cursors);
  return typeof next === 'string' && typeof after === 'string' ? after : undefined;
}

function readTemplate(told: Record<string, unknown>): TemplateDetails[] {
  const { id, name, language, status, category, rejected_reason: rejected, quality_score } = told;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof language !== 'string') return [];
  if (typeof status !== 'string' || category !== CATEGORY) return [];
  const parts = listIn(told, 'components').map(membersOf);
  const part = (type: string) => parts.find(({ type: own }) => own === type) ?? {};
  const button = membersOf(listIn(part('BUTTONS'), 'buttons')[0]);
  const { score } = membersOf(quality_score);
  const known = statusIn({ event: status, reason: rejected });
  return [
    {
      id,
      name,
      language,
      status,
      isDecided: known !== undefined,
      isUsable: known?.isUsable ?? false,
      reason: known?.reason ?? null,
      quality: typeof score === 'string' && score !== 'UNKNOWN' ? score : null,
      button: buttonIn(button),
      apps: listIn(button, 'supported_apps').map(membersOf).flatMap(readApp),
      securityAdvice: part('BODY')['add_security_recommendation'] === true,
      expiryMinutes: wholeOrNull(part('FOOTER')['code_expiration_minutes']),
      validitySeconds: wholeOrNull(told['message_send_ttl_seconds']),
    },
  ];
}

/** Meta may list it as a link that names the kind. */
function buttonIn({ otp_type: type, url }: Record<string, unknown>): TemplateDetails['button'] {
  const named = type ?? (typeof url === 'string' ? /[?&]otp_type=([A-Z_]+)/.exec(url)?.[1] : undefined);
  return TEMPLATE_BUTTONS.find((button) => OTP_TYPES[button] === named) ?? null;
}

function readApp({ package_name, signature_hash }: Record<string, unknown>) {
  return typeof package_name === 'string' && typeof signature_hash === 'string'
    ? [{ package_name, signature_hash }]
    : [];
}

const wholeOrNull = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : null);
