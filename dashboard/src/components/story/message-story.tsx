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
import { isSettled, type Story, type StoryEvent } from '../../api/messages';
import { useFormat, useTranslations } from '../../i18n';
import { FailureText } from '../failure-text';
import { Hint } from '../hint';
import { inOrder } from './in-order.rules';
import classes from './story.module.css';
import { type Tone, useStoryLine } from './use-story-line';

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

/** What happened to a message, line by line; while more is to come, it says so. */
export function MessageStory({ story }: { story: Story }) {
  const t = useTranslations('history.timeline');
  return (
    <ol className={classes.story} aria-label={t('label')}>
      {inOrder(story.events).map((event, index) => (
        <StoryItem key={index} event={event} since={story.created_at_utc} isLive={story.livemode} />
      ))}
      {!isSettled(story) && (
        <li className={`${classes.event} ${classes.waiting}`}>
          <span className={classes.bullet} aria-hidden>
            <IconDots size={16} />
          </span>
          <Text span size="sm" c="dimmed" className={classes.what}>
            {t(waitingOf(story))}
          </Text>
        </li>
      )}
    </ol>
  );
}

function waitingOf({ livemode, status }: Story) {
  if (!livemode) return 'simulating';
  return status === 'sent' ? 'waitingForReport' : 'waitingForOutcome';
}

function StoryItem({ event, since, isLive }: { event: StoryEvent; since: string; isLive: boolean }) {
  const format = useFormat();
  const { tone, text, detail } = useStoryLine(isLive)(event);
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
