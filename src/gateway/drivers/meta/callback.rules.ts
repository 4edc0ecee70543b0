import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackEvent, DeliveryStatus, Health, ParsedCallback } from '../../driver.js';
import {
  callbackInvalid,
  callbackObject,
  isMessageId,
  membersOf,
  numbered,
  referenceIn,
} from '../responses.js';
import { failureReasonOf, lastingFaultOf, type MetaError, readError } from './errors.rules.js';

const OBJECT = 'whatsapp_business_account';

/** Other statuses such as `deleted` and `warning` are ignored. */
const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  played: 'delivered',
  failed: 'failed',
};

/**
 * The statuses of one phone number in a callback, which may contain others and user messages. Unreadable
 * statuses are skipped. Fails with `malformed_json` or `callback_invalid`.
 */
export function readMetaNews(rawBody: Buffer, phoneNumberId: string): ParsedCallback {
  const { object, entry } = callbackObject(rawBody);
  if (object !== OBJECT) throw callbackInvalid('object');
  if (!Array.isArray(entry)) throw callbackInvalid('entry');
  const values = entry
    .flatMap((part) => listIn(part, 'changes'))
    .map(membersOf)
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => membersOf(value))
    .filter(({ metadata }) => membersOf(metadata)['phone_number_id'] === phoneNumberId);
  const statuses = values.flatMap((value) => listIn(value, 'statuses')).map(membersOf);
  const errors = [...values, ...statuses].flatMap(errorsOf);
  return { statuses: statuses.flatMap(readStatus), health: healthIn(errors) };
}

function readStatus(told: Record<string, unknown>): CallbackEvent[] {
  const { id, status, biz_opaque_callback_data: reference } = told;
  const reached =
    typeof status === 'string' && Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (!reached || !isMessageId(id)) return [];
  const [error] = reached === 'failed' ? errorsOf(told) : [];
  return [
    {
      gatewayMessageId: id,
      reference: referenceIn(reference),
      status: reached,
      error: error ? wordsOf(error) : null,
      failureReason: reached === 'failed' ? (error ? failureReasonOf(error) : 'unknown') : null,
    },
  ];
}

/** A block or restriction may show only here. It says nothing about the connection. */
function healthIn(errors: MetaError[]): Health | undefined {
  const [error] = errors.filter((one) => lastingFaultOf(one) !== undefined);
  return error && { connection: 'unclear', detail: wordsOf(error), fault: lastingFaultOf(error) };
}

const wordsOf = ({ words, code }: MetaError) => numbered(scrub(words), code);

function errorsOf(part: Record<string, unknown>): MetaError[] {
  return listIn(part, 'errors').flatMap((error) => readError(error) ?? []);
}

function listIn(part: unknown, name: string): unknown[] {
  const list = membersOf(part)[name];
  return Array.isArray(list) ? list : [];
}
