import { ActionIcon, Group, List, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../../api/session';
import { Hint } from '../../../components/hint';
import { ButtonLink } from '../../../components/links';
import { Surface } from '../../../components/surface';
import { MARKS, TONES } from '../../../components/tones';
import { useTranslations } from '../../../i18n';
import type { Overview } from './api';

export type SetUp = Overview['set_up'] & { second_factor: boolean };

/** Page of each step; null: an environment variable. */
const PLACES = {
  device_linked: '/admin/devices',
  public_url: null,
  mail: null,
  operator_alerts: null,
  second_factor: '/account',
} as const satisfies Record<keyof SetUp, string | null>;

type Step = keyof typeof PLACES;

const STEPS = Object.keys(PLACES) as Step[];

/** Set-up checklist of a new service. Hidden when complete or dismissed. */
export function FirstRun({ setUp }: { setUp: SetUp }) {
  const t = useTranslations('admin.overview.firstRun');
  const stored = `sandi.first-run-hidden.${useMe().id}`;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(stored) !== null);
  const done = STEPS.filter((step) => setUp[step]).length;
  if (isDismissed || done === STEPS.length) return null;
  const dismiss = () => {
    localStorage.setItem(stored, '1');
    setDismissed(true);
  };
  return (
    <Surface>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <div>
          <Title order={2}>{t('title')}</Title>
          <Hint>{t('progress', { done, all: STEPS.length })}</Hint>
        </div>
        <ActionIcon variant="subtle" color={MARKS.plain} aria-label={t('dismiss')} onClick={dismiss}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <List
        spacing="sm"
        listStyleType="none"
        styles={{ itemWrapper: { width: '100%' }, itemLabel: { flex: 1 } }}
      >
        {STEPS.map((step) => (
          <StepItem key={step} step={step} isDone={setUp[step]} />
        ))}
      </List>
    </Surface>
  );
}

function StepItem({ step, isDone }: { step: Step; isDone: boolean }) {
  const t = useTranslations('admin.overview.firstRun');
  const Glyph = isDone ? IconCheck : IconCircleDashed;
  const place = PLACES[step];
  return (
    <List.Item
      icon={
        <ThemeIcon
          variant="light"
          color={isDone ? TONES.good : TONES.waiting}
          radius="xl"
          size={26}
          aria-hidden
        >
          <Glyph size={16} />
        </ThemeIcon>
      }
    >
      <Group gap="xs" justify="space-between">
        <div>
          <Text fw={600} c={isDone ? 'dimmed' : undefined}>
            {t(`${step}.title`)}
            {isDone && <VisuallyHidden> ({t('done')})</VisuallyHidden>}
          </Text>
          {!isDone && <Hint>{t(`${step}.text`)}</Hint>}
        </div>
        {!isDone && place !== null && (
          <ButtonLink to={place} size="xs" variant="light">
            {t('open')}
          </ButtonLink>
        )}
      </Group>
    </List.Item>
  );
}
