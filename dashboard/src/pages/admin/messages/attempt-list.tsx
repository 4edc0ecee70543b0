import { Group, Stack, Text } from '@mantine/core';
import type { Timeline, TimelineEvent } from '../../../api/messages';
import { FailureText } from '../../../components/failure-text';
import { Hint } from '../../../components/hint';
import { TextLink } from '../../../components/links';
import { Tag } from '../../../components/tag';
import { STATE_TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';

type Attempt = Extract<TimelineEvent, { type: 'attempt' }>;

/** The devices tried, in order. Visible to administrators only. */
export function AttemptList({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('admin.message');
  const attempts = timeline.events.filter((event): event is Attempt => event.type === 'attempt');
  if (attempts.length === 0) return <Text c="dimmed">{t('noAttempts')}</Text>;
  return (
    <Stack gap="sm">
      {attempts.map((attempt, index) => (
        <AttemptLine key={index} attempt={attempt} />
      ))}
    </Stack>
  );
}

function AttemptLine({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('admin');
  const { duration } = useFormat();
  const { device_id: id, device, outcome, duration_ms: ms, error, reason } = attempt;
  return (
    <div>
      <Group gap="xs" justify="space-between">
        <TextLink to="/admin/devices/$id" params={{ id: String(id) }} fw={600}>
          {device ?? t('device.title', { id: String(id) })}
        </TextLink>
        <Group gap="xs">
          <Hint>{duration(ms / 1000)}</Hint>
          <Tag tone={STATE_TONES.attempt[outcome]}>{t(`message.outcomes.${outcome}`)}</Tag>
        </Group>
      </Group>
      <Text component="div" size="sm">
        <FailureText reason={reason} words={error} />
      </Text>
    </div>
  );
}
