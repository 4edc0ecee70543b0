import type { TimelineEvent } from '../../api/messages';
import { useFormat, useTranslations } from '../../i18n';

/** The meaning of an event for the message. */
export type Tone = 'step' | 'sent' | 'delivered' | 'failed' | 'money' | 'webhook' | 'webhookFailed';

export interface TimelineEntry {
  tone: Tone;
  text: string;
  /** The URL of a webhook call and the cause of its failure. */
  detail?: string | null;
}

type Of<Type extends TimelineEvent['type']> = Extract<TimelineEvent, { type: Type }>;

const ATTEMPTS = {
  accepted: { tone: 'step', key: 'attemptAccepted' },
  refused: { tone: 'failed', key: 'attemptRefused' },
  unknown: { tone: 'step', key: 'attemptUnknown' },
} as const;
const RECOVERIES = {
  found: 'recoveryFound',
  never_accepted: 'recoveryNeverAccepted',
  expired: 'recoveryExpired',
} as const;
const STATUSES = { sent: 'statusSent', delivered: 'statusDelivered', failed: 'statusFailed' } as const;
/** Texts for test messages, which are not sent to a phone. */
const SIMULATED = {
  sent: 'simulatedSent',
  delivered: 'simulatedDelivered',
  failed: 'simulatedFailed',
} as const;
const LEDGER = {
  charge: 'charged',
  refund: 'refunded',
  topup: 'balanceMoved',
  adjustment: 'balanceMoved',
} as const;
const WEBHOOKS = {
  pending: 'webhookPending',
  delivered: 'webhookDelivered',
  failed: 'webhookFailed',
} as const;

/** Texts of timeline events. They do not name devices, which only administrators may see. */
export function useTimelineEntry(isLive: boolean): (event: TimelineEvent) => TimelineEntry {
  const t = useTranslations('history.timeline');
  const status = useTranslations('shared.status');
  const why = useTranslations('webhooks.delivery.cause');
  const { rupiah, duration, time } = useFormat();

  const attempt = ({ outcome, duration_ms: ms }: Of<'attempt'>): TimelineEntry => {
    const { tone, key } = ATTEMPTS[outcome];
    return { tone, text: t(key, { duration: duration(ms / 1000) }) };
  };
  const callback = ({ applied, status: reported, times }: Of<'callback'>): TimelineEntry => {
    const values = { status: status(reported), times };
    return { tone: 'step', text: t(applied ? 'reported' : 'reportIgnored', values) };
  };
  const handed = ({ event, state, url, next_attempt_at_utc: next }: Of<'webhook'>): TimelineEntry => ({
    tone: state === 'failed' ? 'webhookFailed' : 'webhook',
    text: next === null ? t(WEBHOOKS[state], { event }) : t('webhookPendingAt', { event, time: time(next) }),
    detail: url,
  });
  const call = (attempt: Of<'webhook_attempt'>): TimelineEntry => {
    const { event, latency_ms: ms, status_code: code, url, cause } = attempt;
    const values = { event, duration: duration(ms / 1000) };
    const text =
      code === null
        ? t('webhookUnanswered', values)
        : t('webhookAnswered', { ...values, code: String(code) });
    const isTaken = code !== null && code >= 200 && code < 300;
    // An account may have several webhooks.
    const detail = cause === null ? url : `${url} · ${why(cause)}`;
    return { tone: isTaken ? 'webhook' : 'webhookFailed', text, detail };
  };

  return (event) => {
    switch (event.type) {
      case 'accepted':
        return { tone: 'step', text: t('accepted') };
      case 'ledger':
        return { tone: 'money', text: t(LEDGER[event.kind], { amount: rupiah(Math.abs(event.amount)) }) };
      case 'attempt':
        return attempt(event);
      case 'callback':
        return callback(event);
      case 'recovery':
        return { tone: 'step', text: t(RECOVERIES[event.outcome]) };
      case 'status':
        return { tone: event.status, text: t((isLive ? STATUSES : SIMULATED)[event.status]) };
      case 'converted':
        return { tone: 'delivered', text: t('converted') };
      case 'webhook':
        return handed(event);
      case 'webhook_attempt':
        return call(event);
      default:
        return event satisfies never;
    }
  };
}
