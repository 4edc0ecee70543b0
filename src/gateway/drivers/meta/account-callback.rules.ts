import { scrub } from '../../../platform/text/scrub.js';
import type { CallbackDevice, Health, ParsedCallback } from '../../driver.js';
import type { TemplateChange, TemplateStatus } from '../../template.js';
import { listIn, membersOf } from '../responses.js';

/** Callbacks about accounts, portfolios and templates. Their entries name no phone number. */

/** The only restriction that blocks codes. Others concern calls, new numbers and other message categories. */
const NO_NEW_CHATS = 'RESTRICTED_BIZ_INITIATED_MESSAGING';

const USABLE: readonly unknown[] = ['APPROVED', 'REINSTATED', 'UNARCHIVED', 'FLAGGED'];
const BLOCKED: readonly unknown[] = [
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'ARCHIVED',
  'PENDING_DELETION',
  'DELETED',
];

type Members = Record<string, unknown>;
type AccountChanges = Pick<ParsedCallback, 'health' | 'templates' | 'messagingLimit'>;

interface Change {
  field: unknown;
  value: Members;
  at: Date;
}

export function readAccountChanges(
  entries: unknown[],
  device: CallbackDevice,
  receivedAt: Date,
): AccountChanges {
  const changes = entries
    .map(membersOf)
    .filter(({ id }) => device.accountIds?.includes(String(id)))
    .flatMap((entry) => changesIn(entry, receivedAt));
  const of = (...fields: string[]) => changes.filter(({ field }) => fields.includes(String(field)));
  const [health] = of('account_update').flatMap((change) => accountHealth(change, receivedAt) ?? []);
  const templates = [
    ...of('message_template_status_update').flatMap((change) => templateChange(change, device, statusIn)),
    ...of('message_template_quality_update').flatMap((change) => templateChange(change, device, qualityIn)),
  ];
  const limits = of('business_capability_update', 'phone_number_quality_update').map(limitIn);
  const messagingLimit = limits.findLast((limit) => limit !== undefined);
  return {
    ...(health && { health }),
    ...(templates.length > 0 && { templates }),
    ...(messagingLimit !== undefined && { messagingLimit }),
  };
}

function changesIn(entry: Members, receivedAt: Date): Change[] {
  const at = momentIn(entry['time']) ?? receivedAt;
  return listIn(entry, 'changes')
    .map(membersOf)
    .map(({ field, value }) => ({ field, value: membersOf(value), at }));
}

function accountHealth({ value }: Change, now: Date): Health | undefined {
  const { event, ban_info } = value;
  const isDisabled = event === 'DISABLED_UPDATE' && membersOf(ban_info)['waba_ban_state'] === 'DISABLE';
  if (isDisabled || event === 'ACCOUNT_DELETED')
    return { connection: 'disconnected', detail: `account: ${String(event)}`, fault: 'unusable' };
  if (event !== 'ACCOUNT_RESTRICTION') return undefined;
  const restrictions = listIn(value, 'restriction_info')
    .map(membersOf)
    .filter(({ restriction_type: type }) => type === NO_NEW_CHATS);
  const [end, ...others] = restrictions.map(({ expiration }) => momentIn(expiration));
  if (restrictions.length === 0) return undefined;
  const restrictedUntil = others.reduce((last, one) => (last && one && one > last ? one : last), end);
  // The callback came late: the restriction has ended.
  if (restrictedUntil && restrictedUntil <= now) return undefined;
  return {
    connection: 'unclear',
    detail: `account: ${NO_NEW_CHATS}`,
    fault: 'restricted',
    ...(restrictedUntil && { restrictedUntil }),
  };
}

/** The reported change of a template; empty if the device does not use the template, or the change does not matter. */
function templateChange<Reported extends TemplateStatus | { quality: string }>(
  { value, at: changedAt }: Change,
  device: CallbackDevice,
  read: (value: Members) => Reported | undefined,
): TemplateChange[] {
  const { message_template_name: name, message_template_language: reportedLanguage } = value;
  const language = sameLanguage(device, reportedLanguage);
  const reported = read(value);
  if (typeof name !== 'string' || name !== device.settings['template'] || !language || !reported) return [];
  return [{ name, language, changedAt, ...reported }];
}

/** `undefined`: a status that does not affect sends, such as an appeal. */
export function statusIn({ event, ...value }: Members): TemplateStatus | undefined {
  const isUsable = USABLE.includes(event);
  if (typeof event !== 'string' || !(isUsable || BLOCKED.includes(event))) return undefined;
  return { status: event, isUsable, reason: isUsable ? null : reasonIn(value) };
}

/** A bad quality does not block the template. If it stays bad, Meta pauses the template. */
function qualityIn({ new_quality_score: quality }: Members): { quality: string } | undefined {
  return typeof quality === 'string' && QUALITY.test(quality) ? { quality } : undefined;
}

const QUALITY = /^[A-Z]{1,20}$/;

/** The language as the device's settings write it: callbacks write `en_US` or `en-US`. */
function sameLanguage({ settings }: CallbackDevice, reported: unknown): string | undefined {
  const own = [settings['template_language_id'], settings['template_language_en']];
  return own.find((one) => typeof reported === 'string' && one === reported.replace('-', '_'));
}

function reasonIn({ reason, rejection_info, other_info }: Members): string | null {
  const texts = [reason, membersOf(rejection_info)['reason'], membersOf(other_info)['description']];
  const words = texts.filter((one) => typeof one === 'string' && one !== '' && one !== 'NONE');
  return words.length === 0 ? null : scrub(words.join(': '));
}

function limitIn({ value }: Change): number | null | undefined {
  const { max_daily_conversations_per_business: limit } = value;
  // Graph API versions before v24 send these fields.
  const { current_limit: current, max_daily_conversation_per_phone: perPhone } = value;
  return messagingLimitIn(limit ?? current ?? perPhone);
}

/** Reads `TIER_2K` or a number. Null: unlimited; `undefined`: not readable. */
export function messagingLimitIn(value: unknown): number | null | undefined {
  if (value === 'TIER_UNLIMITED' || (typeof value === 'number' && value < 0)) return null;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  const [, digits, thousands] = (typeof value === 'string' && /^TIER_(\d{1,7})(K?)$/.exec(value)) || [];
  if (digits === undefined) return undefined;
  return Number(digits) * (thousands ? 1000 : 1) || undefined;
}

/** Seconds since 1970. */
function momentIn(value: unknown): Date | undefined {
  const seconds = typeof value === 'string' ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds < SECONDS_MAX)) return undefined;
  return new Date(seconds * 1000);
}

/** The year 9999, which databases can store. */
const SECONDS_MAX = 253_370_764_800;
