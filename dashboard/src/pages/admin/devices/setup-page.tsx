import { Group, Stack, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pollSteadily } from '../../../api/polling';
import { BackLink } from '../../../components/back-link';
import { Hint } from '../../../components/hint';
import { ButtonLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { Surface } from '../../../components/surface';
import { useTranslations } from '../../../i18n';
import { DetailPage } from '../detail-page';
import { type Device, deviceQuery, type Driver, driversQuery } from './api';
import { CallbackStep } from './callback-step';
import { DriverGuide } from './driver-guide';
import { PhoneLink } from './link-card';
import classes from './setup-page.module.css';
import { ConnectionStep, MessageStep, StartStep } from './setup-parts';
import { setupOf, type SetupState, type SetupStep } from './setup-steps.rules';

const route = getRouteApi('/signed-in/admin/devices/$id/setup');
/** The polling interval; short, because the user is waiting. */
const POLL_MS = 3_000;

/** Guided set-up of a device. Each step is checked by the service. */
export function SetupPage() {
  const t = useTranslations('admin');
  const { id } = route.useParams();
  const query = useQuery({ ...deviceQuery(Number(id)), refetchInterval: pollSteadily(POLL_MS) });
  const drivers = useQuery(driversQuery);
  return (
    <>
      <BackLink to="/admin/devices">{t('device.back')}</BackLink>
      <DetailPage query={query} title={t('device.title', { id })} height={640}>
        {(device) => (
          <Loaded query={drivers} height={640}>
            {(known) => {
              const driver = known.find(({ name }) => name === device.driver);
              return driver && <Setup device={device} driver={driver} />;
            }}
          </Loaded>
        )}
      </DetailPage>
    </>
  );
}

interface Props {
  device: Device;
  driver: Driver;
}

function Setup({ device, driver }: Props) {
  const t = useTranslations('admin.setup');
  const steps = setupOf(device, driver);
  const isOver = steps.every(({ isDone }) => isDone);
  return (
    <>
      <PageHeader
        title={t('title', { name: device.name })}
        description={
          <>
            {t(isOver ? 'done' : 'description')} <DriverGuide driver={driver} />
          </>
        }
        actions={
          <ButtonLink
            variant={isOver ? 'filled' : 'default'}
            to="/admin/devices/$id"
            params={{ id: String(device.id) }}
          >
            {t(isOver ? 'toDevice' : 'later')}
          </ButtonLink>
        }
      />
      <ol className={classes.steps} aria-label={t('steps')}>
        {steps.map((state, index) => (
          <Step key={state.step} number={index + 1} state={state}>
            <StepBody step={state.step} device={device} driver={driver} />
          </Step>
        ))}
      </ol>
    </>
  );
}

interface StepProps {
  number: number;
  state: SetupState;
  /** Shown while the step is current. */
  children: ReactNode;
}

function Step({ number, state: { step, isDone, isOpen }, children }: StepProps) {
  const t = useTranslations('admin.setup');
  const isNow = isOpen && !isDone;
  return (
    <li aria-current={isNow ? 'step' : undefined}>
      <Surface>
        <Group gap="md" align="flex-start" wrap="nowrap">
          <span className={classes.number} data-done={isDone || undefined} aria-hidden>
            {isDone ? <IconCheck size={18} /> : number}
          </span>
          <Stack gap="sm" className={classes.body}>
            <div>
              <Title order={2}>{t(`${step}.title`)}</Title>
              <Hint role="status">{t(isDone ? `${step}.done` : isNow ? `${step}.open` : 'notYet')}</Hint>
            </div>
            {isNow && children}
          </Stack>
        </Group>
      </Surface>
    </li>
  );
}

function StepBody({ step, device, driver }: Props & { step: SetupStep }) {
  switch (step) {
    case 'connection':
      return <ConnectionStep device={device} driver={driver} />;
    case 'link':
      return <PhoneLink device={device} />;
    case 'callback':
      return <CallbackStep device={device} driver={driver} />;
    case 'message':
      return <MessageStep device={device} />;
    case 'start':
      return <StartStep device={device} />;
  }
}
