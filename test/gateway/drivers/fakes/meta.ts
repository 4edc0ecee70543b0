import { type Desk, type FakeCallback, type FakeRequest, jsonIn, openDesk, type Reply } from './fake.js';
import { signed } from './gowa.js';

export const META = {
  token: 'meta-system-user-token',
  secret: 'meta-test-app-secret',
  settings: {
    phone_number_id: '200000000000002',
    template: 'otp_id',
    template_language_id: 'id',
    template_language_en: 'en_US',
    api_version: 'v25.0',
  },
};

export const refusal = (code: number, words = 'refused', status = 400, details?: string): Reply => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${words}`,
      type: 'OAuthException',
      code,
      ...(details && { error_data: { messaging_product: 'whatsapp', details } }),
      fbtrace_id: 'INVENTED',
    },
  },
});

export const acceptance = (id: string, message_status?: string): Reply => ({
  status: 200,
  body: {
    messaging_product: 'whatsapp',
    contacts: [{ input: '6281234567890', wa_id: '6281234567890' }],
    messages: [{ id, ...(message_status && { message_status }) }],
  },
});

let serial = 0;

const wamid = () => `wamid.TEST${String(++serial).padStart(4, '0')}`;

/** The account and the portfolio of every number of the fake. */
export const ACCOUNT = { waba: '100000000000001', portfolio: '100000000000002' };

/** The Cloud API with one approved template in two languages, for the numbers that it is told. */
export function startMeta(
  numbers: readonly string[] = [META.settings.phone_number_id],
  whatsapp_business_manager_messaging_limit = 'TIER_UNLIMITED',
): Promise<Desk> {
  const templates: GraphTemplate[] = [];
  return openDesk((request, { isConnected }, take) => {
    const url = new URL(request.path, 'http://fake');
    const [, version, number = '', action] = url.pathname.split('/');
    if (request.headers.authorization !== `Bearer ${META.token}`)
      return refusal(190, 'Invalid OAuth access token.', 401);
    if (number === ACCOUNT.waba) return accountAnswer(request, action, templates);
    if (!/^v\d+\.0$/.test(version ?? '') || !numbers.includes(number)) return refusal(33, 'no such object');
    if (action === undefined) {
      const status = isConnected ? 'CONNECTED' : 'DISCONNECTED';
      const told = {
        status,
        quality_rating: 'GREEN',
        health_status: healthStatus(number),
        whatsapp_business_manager_messaging_limit,
        display_phone_number: '+62 811-0000-0001',
      };
      // Nothing but the id comes without being asked for.
      const asked = url.searchParams.get('fields')?.split(',') ?? [];
      const body = Object.fromEntries(Object.entries(told).filter(([name]) => asked.includes(name)));
      return { status: 200, body: { ...body, id: number } };
    }
    const { to, code, template, language } = sentIn(request);
    if (template !== 'otp_id' || !['id', 'en_US'].includes(language))
      return refusal(132001, 'template name does not exist in the translation', 404);
    if (code === undefined) return refusal(132000, 'number of parameters does not match');
    if (!isConnected) return refusal(133010, 'Account not registered');
    const id = wamid();
    return take({ id, to, text: code }, acceptance(id, 'accepted'));
  });
}

interface GraphTemplate {
  name: string;
  language: string;
  category: string;
  components: object[];
  message_send_ttl_seconds?: number;
}

/** The account: its verification, its templates one a page, and their creation, approved at once. */
function accountAnswer(request: FakeRequest, action: string | undefined, templates: GraphTemplate[]): Reply {
  if (action === undefined) return { status: 200, body: { business_verification_status: 'verified' } };
  if (request.method === 'POST') {
    const template = jsonIn(request) as unknown as GraphTemplate;
    const { name, language, category } = template;
    if (templates.some((one) => one.name === name && one.language === language)) return DUPLICATE;
    templates.push(template);
    return { status: 200, body: { id: `90000000000000${templates.length}`, status: 'APPROVED', category } };
  }
  const after = Number(new URL(request.path, 'http://fake').searchParams.get('after') ?? 0);
  const page = templates.slice(after, after + 1).map((template, i) => ({
    ...template,
    components: template.components.map(asListed),
    id: `90000000000000${after + i + 1}`,
    status: 'APPROVED',
    rejected_reason: 'NONE',
    quality_score: { score: 'UNKNOWN' },
  }));
  const hasNext = after + 1 < templates.length;
  const next = hasNext ? { next: 'https://graph.example/next' } : {};
  return { status: 200, body: { data: page, paging: { cursors: { after: String(after + 1) }, ...next } } };
}

/** Meta lists a copy-code button as a link. */
const asListed = (component: object) =>
  JSON.stringify(component).includes('COPY_CODE')
    ? {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Salin kode',
            url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}',
          },
        ],
      }
    : component;

/** As Graph refuses a template of the same name and language. */
const DUPLICATE: Reply = {
  status: 400,
  body: {
    error: {
      message: 'Invalid parameter',
      type: 'OAuthException',
      code: 100,
      error_subcode: 2388024,
      error_user_title: 'Content in This Language Already Exists',
      error_user_msg: 'There is already Indonesian content for this template.',
      fbtrace_id: 'INVENTED',
    },
  },
};

interface Entity {
  entity_type: string;
  can_send_message: string;
  errors?: object[];
  additional_info?: string[];
}

/** Of a number and of what stands behind it, which is well but for `unwell`; the worst of all stands above them. */
export function healthStatus(number: string, ...unwell: Entity[]) {
  const all = ['PHONE_NUMBER', 'WABA', 'BUSINESS', 'APP'].map((entity_type, i) => ({
    id: i === 0 ? number : `10000000000000${i}`,
    ...(unwell.find((entity) => entity.entity_type === entity_type) ?? {
      entity_type,
      can_send_message: 'AVAILABLE',
    }),
  }));
  const worst = ['BLOCKED', 'LIMITED'].find((one) =>
    unwell.some((entity) => entity.can_send_message === one),
  );
  return { can_send_message: worst ?? 'AVAILABLE', entities: all };
}

interface TemplateSend {
  to: string;
  biz_opaque_callback_data: string;
  template: {
    name: string;
    language: { code: string };
    components: { type: string; parameters: { text: string }[] }[];
  };
}

/** What a send says; no code where the text's and the button's are not the same. */
export function sentIn(request: FakeRequest) {
  const { to, template, biz_opaque_callback_data } = jsonIn(request) as unknown as TemplateSend;
  const [body, button] = ['body', 'button'].map(
    (type) => template.components.find((one) => one.type === type)?.parameters[0]?.text,
  );
  return {
    to,
    code: body === button ? body : undefined,
    template: template.name,
    language: template.language.code,
    reference: biz_opaque_callback_data,
  };
}

export interface MetaStatus {
  id: string;
  status: string;
  reference?: string;
  timestamp?: string;
  errors?: object[];
  pricing?: object;
}

/** A change of one number, as entries hold them. */
export const change = (
  statuses: MetaStatus[],
  number = META.settings.phone_number_id,
  rest: object = {},
) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '6281100000001', phone_number_id: number },
    statuses: statuses.map(({ reference, ...status }) => ({
      timestamp: String(Math.floor(Date.now() / 1000)),
      ...status,
      recipient_id: '6281234567890',
      ...(reference && { biz_opaque_callback_data: reference }),
    })),
    ...rest,
  },
});

/** A callback with one entry for each list of changes, signed. */
export function batch(...entries: object[][]): FakeCallback {
  const entry = entries.map((changes) => ({ id: '100000000000001', changes }));
  return signedBy(META.secret, JSON.stringify({ object: 'whatsapp_business_account', entry }));
}

/** A callback about an account, a portfolio or a template, as Meta makes them: its entry names no number. */
export function accountCallback(
  field: string,
  value: object,
  { id = ACCOUNT.waba, time = 1767225605 }: { id?: string; time?: number } = {},
): FakeCallback {
  const entry = [{ id, time, changes: [{ field, value }] }];
  return signedBy(META.secret, JSON.stringify({ object: 'whatsapp_business_account', entry }));
}

/** One status of the usual number. */
export const status = (id: string, reached: string, rest: Partial<MetaStatus> = {}): FakeCallback =>
  batch([change([{ id, status: reached, ...rest }])]);

export function signedBy(secret: string, body: string): FakeCallback {
  return { headers: { 'x-hub-signature-256': signed(body, secret) }, body };
}
