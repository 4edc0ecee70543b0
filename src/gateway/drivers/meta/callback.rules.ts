import { callbackObject } from '../../../platform/http/index.js';
import { scrub } from '../../../platform/text/scrub.js';
import type {
  CallbackDevice,
  CallbackEvent,
  DeliveryStatus,
  Health,
  ParsedCallback,
  ReceivedCallback,
} from '../../driver.js';
import { categoryText, FREE } from '../../reported-cost.rules.js';
import { inboundIn, isPhoneDigits, textsOnly, timeOfCallback } from '../callbacks.rules.js';
import { callbackInvalid, isMessageId, listIn, membersOf, numbered, referenceIn } from '../responses.js';
import { readAccountChanges } from './account-callback.rules.js';
import { failureReasonOf, lastingFaultOf, type MetaError, readError } from './response.rules.js';

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
 * Other phone numbers and accounts are ignored, and unreadable parts skipped. Fails with `malformed_json` or
 * `callback_invalid`.
 */
export function readMetaCallback(callback: ReceivedCallback, device: CallbackDevice): ParsedCallback {
  const { object, entry } = callbackObject(callback.rawBody);
  if (object !== OBJECT) throw callbackInvalid('object');
  if (!Array.isArray(entry)) throw callbackInvalid('entry');
  const phoneNumberId = device.settings['phone_number_id'];
  const values = entry
    .flatMap((part) => listIn(part, 'changes'))
    .map(membersOf)
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => membersOf(value))
    .filter(({ metadata }) => membersOf(metadata)['phone_number_id'] === phoneNumberId);
  const statuses = values.flatMap((value) => listIn(value, 'statuses')).map(membersOf);
  // Meta repeats callbacks for days: an old failure says nothing about the account now.
  const recent = statuses.filter(({ timestamp }) => timeOfCallback(timestamp, callback) !== undefined);
  const errors = [...values, ...recent].flatMap(errorsOf);
  const inbound = values
    .flatMap((value) => listIn(value, 'messages'))
    .map(membersOf)
    .flatMap(readText);
  const { health, ...account } = readAccountChanges(entry, device, callback.receivedAt);
  return {
    ...textsOnly(inbound),
    statuses: statuses.flatMap(readStatus),
    health: health ?? healthIn(errors),
    ...account,
  };
}

/** A message from a user with a username may have no phone. */
function readText({ type, from, text }: Record<string, unknown>) {
  if (type !== 'text') return [];
  return inboundIn(membersOf(text)['body'], isPhoneDigits(from) ? from : null);
}

function readStatus(report: Record<string, unknown>): CallbackEvent[] {
  const { id, status, biz_opaque_callback_data: reference } = report;
  const reached =
    typeof status === 'string' && Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (!reached || !isMessageId(id)) return [];
  const [error] = reached === 'failed' ? errorsOf(report) : [];
  const cost = costIn(report['pricing']);
  return [
    {
      gatewayMessageId: id,
      reference: referenceIn(reference),
      status: reached,
      error: error ? wordsOf(error) : null,
      failureReason: reached === 'failed' ? (error ? failureReasonOf(error) : 'unknown') : null,
      ...(cost !== undefined && { cost }),
    },
  ];
}

/** Meta reports a category of its rate card. Later versions drop `billable`: `type` says the same. */
function costIn(pricing: unknown): string | undefined {
  const { billable, type, category } = membersOf(pricing);
  const isFree = billable === false || (typeof type === 'string' && type.startsWith('free_'));
  return isFree ? FREE : categoryText(category);
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
