import type {
  BusinessDevice,
  CreatedTemplate,
  TemplateDefinition,
  TemplateDetails,
  TemplateManager,
  TemplateOutcome,
} from '../../template.js';
import { GatewayApi, type GatewayCall, numbered, safeWords } from '../responses.js';
import {
  createdTemplateIn,
  type GraphAnswer,
  LIST_FIELDS,
  nextPageIn,
  readGraph,
  templateBody,
  templatesIn,
} from './templates.rules.js';

const PAGE = 100;
const PAGES_MAX = 10;
const LIST_BYTES_MAX = 1_048_576;

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
