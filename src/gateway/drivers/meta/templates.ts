import type { BusinessDevice, TemplateManager } from '../../driver.js';
import {
  type CreatedTemplate,
  TEMPLATE_BUTTONS,
  type TemplateDefinition,
  type TemplateDetails,
  type TemplateOutcome,
} from '../../template.js';
import {
  type Answer,
  GatewayApi,
  type GatewayCall,
  isSuccess,
  jsonObject,
  listIn,
  membersOf,
  numbered,
  safeWords,
} from '../responses.js';
import { statusIn } from './account-callback.rules.js';
import { readError, VAGUE } from './response.rules.js';

const PAGE = 100;
const PAGES_MAX = 10;
const LIST_BYTES_MAX = 1_048_576;
const LIST_FIELDS =
  'name,language,status,category,rejected_reason,quality_score,components,message_send_ttl_seconds';

const api = new GatewayApi(
  ({ token }) => ({ authorization: `Bearer ${token.reveal()}` }),
  ({ baseUrl, settings }) => `${baseUrl}/${settings['api_version']}`,
);

export const metaTemplates: TemplateManager = {
  async list(device, signal): Promise<TemplateOutcome<TemplateDetails[]>> {
    const templates: TemplateDetails[] = [];
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const query = `fields=${LIST_FIELDS}&limit=${PAGE}${after ? `&after=${encodeURIComponent(after)}` : ''}`;
      const answer = await ask(device, signal, `${templatesOf(device)}?${query}`, {
        answerBytesMax: LIST_BYTES_MAX,
      });
      if (answer.kind !== 'done') return answer;
      templates.push(...templatesIn(answer.members));
      after = nextPageIn(answer.members);
      if (after === undefined) break;
    }
    return { kind: 'done', value: templates };
  },

  /** Not idempotent, but Meta refuses a second template of the same name and language. */
  async create(device, definition: TemplateDefinition, signal): Promise<TemplateOutcome<CreatedTemplate>> {
    const answer = await ask(device, signal, templatesOf(device), { json: templateBody(definition) });
    if (answer.kind !== 'done') return answer;
    const value = createdTemplateIn(answer.members);
    return value
      ? { kind: 'done', value }
      : { kind: 'unknown', reason: 'Meta answered without a template id' };
  },

  async verification(device, signal): Promise<string | null> {
    const path = `/${device.accountId}?fields=business_verification_status`;
    const answer = await ask(device, signal, path);
    const status = answer.kind === 'done' ? answer.members['business_verification_status'] : undefined;
    return typeof status === 'string' && VERIFICATION.test(status) ? status.toLowerCase() : null;
  },
};

const VERIFICATION = /^[a-z_]{1,40}$/i;

async function ask(
  device: BusinessDevice,
  signal: AbortSignal,
  path: string,
  call?: GatewayCall,
): Promise<GraphAnswer> {
  const response = await api.call(device, signal, path, call);
  if (response.kind === 'unsent') return { kind: 'refused', reason: response.reason };
  if (response.kind === 'cut') return { kind: 'unknown', reason: response.reason };
  const answer = readGraph(response);
  if (answer.kind === 'done') return answer;
  const { kind, reason, errorCode } = answer;
  const words = safeWords(reason, device);
  return { kind, reason: errorCode === undefined ? words : numbered(words, errorCode) };
}

const templatesOf = ({ accountId }: BusinessDevice) => `/${accountId}/message_templates`;

const OTP_TYPES = { copy_code: 'COPY_CODE', one_tap: 'ONE_TAP', zero_tap: 'ZERO_TAP' } as const;
const CATEGORY = 'AUTHENTICATION';

/** The text is Meta's. One-tap and zero-tap buttons copy the code where their app is not installed. */
function templateBody(definition: TemplateDefinition): object {
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
type GraphAnswer =
  | { kind: 'done'; members: Record<string, unknown> }
  | { kind: 'refused' | 'unknown'; reason: string; errorCode?: number };

/** An error with 400 to 499 means that nothing was done. */
function readGraph({ status, body }: Answer): GraphAnswer {
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

function createdTemplateIn({ id, status }: Record<string, unknown>): CreatedTemplate | undefined {
  return typeof id === 'string' && typeof status === 'string' ? { id, status } : undefined;
}

const templatesIn = (members: Record<string, unknown>): TemplateDetails[] =>
  listIn(members, 'data').map(membersOf).flatMap(readTemplate);

/** `undefined`: the last page. */
function nextPageIn({ paging }: Record<string, unknown>): string | undefined {
  const { next, cursors } = membersOf(paging);
  const { after } = membersOf(cursors);
  return typeof next === 'string' && typeof after === 'string' ? after : undefined;
}

function readTemplate(template: Record<string, unknown>): TemplateDetails[] {
  const { id, name, language, status, category, rejected_reason: rejected, quality_score } = template;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof language !== 'string') return [];
  if (typeof status !== 'string' || category !== CATEGORY) return [];
  const parts = listIn(template, 'components').map(membersOf);
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
      validitySeconds: wholeOrNull(template['message_send_ttl_seconds']),
    },
  ];
}

/** Meta may list the button as a link whose address names the kind. */
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
