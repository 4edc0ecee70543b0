import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconCheck,
  IconKey,
  IconRocket,
  IconTestPipe,
  IconWebhook,
  IconX,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { Hint } from '../../components/hint';
import { ButtonLink } from '../../components/links';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import classes from './home.module.css';
import { type Step, STEPS, useChecklist } from './use-checklist';

const STEP_DETAILS = {
  key: { icon: IconKey, link: linkOptions({ to: '/keys' }) },
  test: { icon: IconTestPipe, link: linkOptions({ to: '/send' }) },
  webhook: { icon: IconWebhook, link: linkOptions({ to: '/webhooks' }) },
  live: { icon: IconRocket, link: linkOptions({ to: '/send' }) },
} as const satisfies Record<Step, { icon: Icon; link: unknown }>;

/** Checklist to the first OTP. Hidden when complete or dismissed. */
export function Checklist() {
  const t = useTranslations('home.checklist');
  const checklist = useChecklist();
  if (checklist === null) return null;
  const { done, dismiss } = checklist;
  const count = STEPS.filter((step) => done[step]).length;
  return (
    <Surface mb="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div>
          <Title order={2}>{t('title')}</Title>
          <Hint>{t('progress', { done: count, all: STEPS.length })}</Hint>
        </div>
        <button type="button" className={classes.dismiss} aria-label={t('dismiss')} onClick={dismiss}>
          <IconX size={18} aria-hidden />
        </button>
      </Group>
      <progress className={classes.progress} value={count} max={STEPS.length} aria-label={t('title')} />
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <ChecklistStep key={step} step={step} isDone={done[step]} />
        ))}
      </ol>
    </Surface>
  );
}

function ChecklistStep({ step, isDone }: { step: Step; isDone: boolean }) {
  const t = useTranslations('home.checklist');
  const { icon, link } = STEP_DETAILS[step];
  const Glyph = isDone ? IconCheck : icon;
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Group gap="xs" wrap="nowrap">
        <span className={classes.glyph} aria-hidden>
          <Glyph size={18} stroke={1.8} />
        </span>
        <Text fw={600} c={isDone ? 'dimmed' : undefined}>
          {t(`${step}.title`)}
          {isDone && <VisuallyHidden> ({t('done')})</VisuallyHidden>}
        </Text>
      </Group>
      {!isDone && (
        <>
          <Hint>{t(`${step}.text`)}</Hint>
          <ButtonLink {...link} size="xs" variant="light" className={classes.action}>
            {t(`${step}.action`)}
          </ButtonLink>
        </>
      )}
    </li>
  );
}
