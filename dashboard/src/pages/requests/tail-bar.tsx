import { Button, Group } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Hint } from '../../components/hint';
import { Tag } from '../../components/tag';
import type { Tone } from '../../components/tones';
import { useTranslations } from '../../i18n';
import type { TailState } from './api';

const TAIL_TONES: Readonly<Record<TailState, Tone>> = {
  connecting: 'waiting',
  live: 'good',
  lost: 'broken',
  crowded: 'attention',
};

interface Props {
  state: TailState;
  isPaused: boolean;
  /** Number of rows that arrived while paused. */
  waiting: number;
  onToggle: () => void;
}

/** State of the live list, with a pause button. */
export function TailBar({ state, isPaused, waiting, onToggle }: Props) {
  const t = useTranslations('requests.tail');
  const Glyph = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Group justify="space-between" gap="sm" mb="sm">
      <Group gap="xs" role="status">
        <Tag tone={isPaused ? 'off' : TAIL_TONES[state]}>{t(isPaused ? 'paused' : state)}</Tag>
        <Hint>{isPaused ? t('waiting', { count: waiting }) : t(`${state}Text`)}</Hint>
      </Group>
      <Button size="xs" variant="default" leftSection={<Glyph size={16} aria-hidden />} onClick={onToggle}>
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
    </Group>
  );
}
