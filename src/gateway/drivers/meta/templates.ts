import type { GatewayRequest } from '../../gateway-http.js';
import type {
  BusinessDevice,
  CreatedTemplate,
  TemplateDefinition,
  TemplateDetails,
  TemplateManager,
  TemplateOutcome,
} from '../../template.js';
import { getRequest, jsonRequest, numbered, safeWords } from '../responses.js';
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

/** Authentication templates of the WhatsApp account of a number. */
export const metaTemplates: TemplateManager = {
  async list(device, signal): Promise<TemplateOutcome<TemplateDetails[]>> {
    const templates: TemplateDetails[] = [];
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const query = `fields=${LIST_FIELDS}&limit=${PAGE}${after ? `&after=${encodeURIComponent(after)}` : ''}`;
      const request = getRequest(`${templatesAt(device)}?${query}`, headersFor(device));
      const answer = await ask(device, { ...request, answerBytesMax: LIST_BYTES_MAX }, signal);
      if (answer.kind !== 'done') return answer;
      templates.push(...templatesIn(answer.members));
      after = nextPageIn(answer.members);
      if (after === undefined) break;
    }
    return { kind: 'done', value: templates };
  },

  /** Not idempotent, but Meta refuses a second template of the same name and language. */
  async create(device, definition: TemplateDefinition, signal): Promise<TemplateOutcome<CreatedTemplate>> {
    const request = jsonRequest(templatesAt(device), headersFor(device), templateBody(definition));
    const answer = await ask(device, request, signal);
    if (answer.kind !== 'done') return answer;
    const value = createdTemplateIn(answer.members);
    return value
      ? { kind: 'done', value }
      : { kind: 'unknown', reason: 'Meta answered without a template id' };
  },

  async verification(device, signal): Promise<string | null> {
    const url = `${accountAt(device)}?fields=business_verification_status`;
    const answer = await ask(device, getRequest(url, headersFor(device)), signal);
    const status = answer.kind === 'done' ? answer.members['business_verification_status'] : undefined;
    return typeof status === 'string' && VERIFICATION.test(status) ? status.toLowerCase() : null;
  },
};

const VERIFICATION = /^[a-z_]{1,40}$/i;

async function ask(
  device: BusinessDevice,
  request: GatewayRequest,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  const response = await device.http.call(request, signal);
  if (response.kind === 'unsent') return { kind: 'refused', reason: response.reason };
  if (response.kind === 'cut') return { kind: 'unknown', reason: response.reason };
  const answer = readGraph(response);
  if (answer.kind === 'done') return answer;
  const { kind, reason, errorCode } = answer;
  const words = safeWords(reason, device);
  return { kind, reason: errorCode === undefined ? words : numbered(words, errorCode) };
}

const accountAt = ({ baseUrl, settings, accountId }: BusinessDevice) =>
  `${baseUrl}/${settings['api_version']}/${accountId}`;

const templatesAt = (device: BusinessDevice) => `${accountAt(device)}/message_templates`;

const headersFor = ({ token }: BusinessDevice) => ({ authorization: `Bearer ${token.reveal()}` });
