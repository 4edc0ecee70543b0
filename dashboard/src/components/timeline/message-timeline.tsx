import { Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconChecks,
  IconCoins,
  IconDots,
  IconPoint,
  IconWebhook,
  IconWebhookOff,
} from '@tabler/icons-react';
import { isFinal, type Timeline, type TimelineEvent } from '../../api/messages';
import { useFormat, useTranslations } from '../../i18n';
import { FailureText } from '../failure-text';
import { Hint } from '../hint';
import classes from './timeline.module.css';
import { sortEvents } from './timeline-order.rules';
import { type Tone, useTimelineEntry } from './use-timeline-entry';

const ICONS: Record<Tone, Icon> = {
  step: IconPoint,
  sent: IconCheck,
  delivered: IconChecks,
  failed: IconAlertTriangle,
  money: IconCoins,
  webhook: IconWebhook,
  webhookFailed: IconWebhookOff,
};

const IMPORTANT: ReadonlySet<Tone> = new Set(['sent', 'delivered', 'failed']);

/** The timeline of a message. Shows a waiting entry while the status is not final. */
export function MessageTimeline({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('history.timeline');
  return (
    <ol className={classes.timeline} aria-label={t('label')}>
      {sortEvents(timeline.events).map((event, index) => (
        <TimelineItem key={index} event={event} since={timeline.created_at_utc} isLive={timeline.livemode} />
      ))}
      {!isFinal(timeline) && (
        <li className={`${classes.event} ${classes.waiting}`}>
          <span className={classes.bullet} aria-hidden>
            <IconDots size={16} />
          </span>
          <Text span size="sm" c="dimmed" className={classes.what}>
            {t(waitingOf(timeline))}
          </Text>
        </li>
      )}
    </ol>
  );
}

function waitingOf({ livemode, status }: Timeline) {
  if (!livemode) return 'simulating';
  return status === 'sent' ? 'waitingForReport' : 'waitingForOutcome';
}

function TimelineItem({ event, since, isLive }: { event: TimelineEvent; since: string; isLive: boolean }) {
  const format = useFormat();
  const { tone, text, detail } = useTimelineEntry(isLive)(event);
  const Glyph = ICONS[tone];
  const seconds = (Date.parse(event.at_utc) - Date.parse(since)) / 1000;
  return (
    <li className={classes.event}>
      <span className={classes.bullet} data-tone={tone} aria-hidden>
        <Glyph size={16} stroke={2} />
      </span>
      <div className={classes.what}>
        <Text size="sm" fw={IMPORTANT.has(tone) ? 600 : 400}>
          {text}
        </Text>
        {detail && <Hint>{detail}</Hint>}
        {'reason' in event && (
          <Text component="div" size="sm" c="dimmed">
            <FailureText reason={event.reason} words={event.error} />
          </Text>
        )}
      </div>
      <time className={classes.when} dateTime={event.at_utc} title={format.time(event.at_utc)}>
        {seconds > 0 ? `+${format.duration(seconds)}` : format.clock(event.at_utc)}
      </time>
    </li>
  );
}
