/** What a program can read of a failure, beside its text: the list of docs/gateways.md. */
const REASONS = [
  'not_on_whatsapp',
  'device_unavailable',
  'device_restricted',
  'recipient_limit',
  'blocked_by_recipient',
  'template_rejected',
  'gateway_timeout',
  'gateway_fault',
  'expired',
  'unknown',
] as const;

type Reason = (typeof REASONS)[number];

/** A refusal as the service sees it: an HTTP status and the text of its `error`. */
export interface Refusal {
  status: number;
  error: string;
}

/** How the simulator behaves. `npm run simulator -- --help` prints what each switch does. */
export interface Switches {
  answerDelayMs: number;
  callbackDelayMs: number;
  timeline: 'delivered' | 'sent' | 'failed' | 'none';
  failureText: string;
  reason: 'none' | Reason;
  refuse: 'never' | Refusal;
  refuseRate: number;
  dropAnswer: 'never' | 'before' | 'after';
  unreadable: 'never' | 'error' | 'no-id' | 'garbage';
  callbackOrder: 'normal' | 'early' | 'reversed' | 'duplicate';
  lookup: 'normal' | 'unavailable';
  disconnected: boolean;
}

/** Some switches; a refusal may be given as its status alone. */
export type SwitchesPatch = Partial<Omit<Switches, 'refuse'>> & {
  refuse?: 'never' | number | { status: number; error?: string };
};

/** A switch that does not exist or cannot have the given value; the message names it and says what it takes. */
export class SwitchError extends Error {
  override readonly name = 'SwitchError';
}

/** One switch: its first value, its line of help, and the check of a value from JSON or from an env variable. */
interface Rule<T> {
  initial: T;
  takes: string;
  help: string;
  /** @returns the value, or undefined when `value` is not one that the switch takes */
  check(value: unknown): T | undefined;
  /** From the text of an env variable to what `check` expects. */
  fromText(text: string): unknown;
}

const DELAY_MAX_MS = 24 * 60 * 60 * 1000;
const TEXT_MAX = 500;

/** Every answer of a refusal needs a body, and these statuses cannot have one. */
const BODILESS = new Set([204, 205, 304]);

function asNumber(text: string): unknown {
  return text.trim() === '' ? text : Number(text);
}

function delay(help: string): Rule<number> {
  return {
    initial: 0,
    takes: `whole milliseconds, 0 to ${DELAY_MAX_MS}`,
    help,
    check: (value) =>
      Number.isInteger(value) && Number(value) >= 0 && Number(value) <= DELAY_MAX_MS
        ? Number(value)
        : undefined,
    fromText: asNumber,
  };
}

function share(help: string): Rule<number> {
  return {
    initial: 0,
    takes: 'a number from 0 to 1',
    help,
    check: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
    fromText: asNumber,
  };
}

/** The first value is the one that the switch starts with. */
function oneOf<const T extends string>(values: readonly [T, ...T[]], help: string): Rule<T> {
  return {
    initial: values[0],
    takes: values.join(', '),
    help,
    check: (value) => values.find((known) => known === value),
    fromText: (text) => text,
  };
}

function sentence(initial: string, help: string): Rule<string> {
  return {
    initial,
    takes: `text of 1 to ${TEXT_MAX} characters`,
    help,
    check: (value) =>
      typeof value === 'string' && value !== '' && value.length <= TEXT_MAX ? value : undefined,
    fromText: (text) => text,
  };
}

function flag(help: string): Rule<boolean> {
  return {
    initial: false,
    takes: 'true or false',
    help,
    check: (value) => (typeof value === 'boolean' ? value : undefined),
    fromText: (text) => ({ true: true, false: false, 1: true, 0: false })[text.trim()],
  };
}

function refusal(help: string): Rule<'never' | Refusal> {
  return {
    initial: 'never',
    takes: 'never, an HTTP status such as 400, 429 or 503, or a status with a text ("429 device busy")',
    help,
    check: toRefusal,
    fromText: (text) => {
      const parts = /^(\d{3})(?:\s+(.*))?$/.exec(text.trim());
      return parts ? { status: Number(parts[1]), error: parts[2] } : text;
    },
  };
}

function toRefusal(value: unknown): 'never' | Refusal | undefined {
  if (value === 'never') return 'never';
  const given = typeof value === 'number' ? { status: value } : value;
  if (typeof given !== 'object' || given === null || !('status' in given)) return undefined;
  const status = given.status;
  if (typeof status !== 'number' || !Number.isInteger(status)) return undefined;
  if (status < 200 || status > 599 || BODILESS.has(status)) return undefined;
  const error = 'error' in given && given.error !== undefined ? given.error : defaultRefusalText(status);
  if (typeof error !== 'string' || error === '' || error.length > TEXT_MAX) return undefined;
  return { status, error };
}

function defaultRefusalText(status: number): string {
  return status === 429 || status === 503 ? 'device busy' : 'message refused';
}

const RULES: { readonly [K in keyof Switches]: Rule<Switches[K]> } = {
  answerDelayMs: delay('A send is answered this late. It is taken on arrival, not after the delay.'),
  callbackDelayMs: delay(
    'The first callback goes out this long after the answer, each next one this long after it.',
  ),
  timeline: oneOf(
    ['delivered', 'sent', 'failed', 'none'],
    'What becomes of a message: sent then delivered; sent only; sent then failed; nothing is reported.',
  ),
  failureText: sentence('recipient is not on WhatsApp', 'The error of a message whose timeline is failed.'),
  reason: oneOf(
    ['none', ...REASONS],
    'The reason that a refusal, and a message whose timeline is failed, carry beside the text.',
  ),
  refuse: refusal('Sends are refused with this status and a readable {error}.'),
  refuseRate: share(
    'Share of the sends that is refused at random, with the status of refuse (503 when that is never). ' +
      '0 leaves it to refuse alone.',
  ),
  dropAnswer: oneOf(
    ['never', 'before', 'after'],
    'Cut the connection instead of answering: before the message is taken, or after.',
  ),
  unreadable: oneOf(
    ['never', 'error', 'no-id', 'garbage'],
    'Take the message, then answer 500 without a readable body; 200 without an id; 200 with a body that is no JSON.',
  ),
  callbackOrder: oneOf(
    ['normal', 'early', 'reversed', 'duplicate'],
    'early: callbacks go out before the answer, without delay; reversed: last first; duplicate: each twice at once.',
  ),
  lookup: oneOf(
    ['normal', 'unavailable'],
    'unavailable: looking a message up by its reference answers 500 without a readable body.',
  ),
  disconnected: flag('The phone is off: /status says so and sends are refused with 503.'),
};

function isSwitch(name: string): name is keyof Switches {
  return Object.hasOwn(RULES, name);
}

/** The names of all switches, in the order of the help. */
export const SWITCH_NAMES: readonly (keyof Switches)[] = Object.keys(RULES).filter(isSwitch);

/** How a simulator behaves that was told nothing: everything is taken, answered at once, and delivered. */
export const DEFAULT_SWITCHES: Readonly<Switches> = {
  answerDelayMs: RULES.answerDelayMs.initial,
  callbackDelayMs: RULES.callbackDelayMs.initial,
  timeline: RULES.timeline.initial,
  failureText: RULES.failureText.initial,
  reason: RULES.reason.initial,
  refuse: RULES.refuse.initial,
  refuseRate: RULES.refuseRate.initial,
  dropAnswer: RULES.dropAnswer.initial,
  unreadable: RULES.unreadable.initial,
  callbackOrder: RULES.callbackOrder.initial,
  lookup: RULES.lookup.initial,
  disconnected: RULES.disconnected.initial,
};

function set<K extends keyof Switches>(target: Switches, name: K, value: unknown): void {
  const checked = RULES[name].check(value);
  if (checked === undefined) throw new SwitchError(`${name} takes ${RULES[name].takes}`);
  target[name] = checked;
}

/**
 * `current` with the switches of `patch` set; neither is changed.
 *
 * @param patch an object of switches, unchecked; undefined values are passed over
 * @throws SwitchError naming the first switch that is unknown or has a wrong value
 */
export function withSwitches(current: Switches, patch: unknown): Switches {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    throw new SwitchError('expected an object of switches');
  }
  const next = { ...current };
  for (const [name, value] of Object.entries(patch)) {
    if (!isSwitch(name)) {
      throw new SwitchError(
        `there is no switch "${name.slice(0, 40)}"; there are ${SWITCH_NAMES.join(', ')}`,
      );
    }
    if (value !== undefined) set(next, name, value);
  }
  return next;
}

/** The value of one switch from the text of an env variable, still to be checked by `withSwitches`. */
export function switchFromText(name: keyof Switches, text: string): unknown {
  return RULES[name].fromText(text) ?? text;
}

/** What the help prints of a switch. */
export function describeSwitch(name: keyof Switches): { takes: string; help: string } {
  return { takes: RULES[name].takes, help: RULES[name].help };
}

/** The member that carries the reason; none where there is none. */
export const reasonOf = ({ reason }: Switches) => (reason === 'none' ? {} : { reason });
