import { List, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../../api/schemas';
import { Facts } from '../../../components/facts';
import { GatewayNote } from '../../../components/gateway-note';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { TimeAgo } from '../../../components/time-ago';
import { TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import type { Device } from './api';
import { Meter } from './meter';

const GOOD = 0.8;
const FAIR = 0.5;

/** Score of the device and its reasons. */
export function HealthCard({ device }: { device: Device }) {
  const t = useTranslations('admin.device.health');
  const { percent } = useFormat();
  const { score } = device;
  return (
    <Section title={t('title')}>
      <Stack>
        <Meter
          label={t('score')}
          text={score === null ? t('noScore') : percent(score)}
          share={score ?? 0}
          color={score === null || score >= GOOD ? undefined : TONES[score >= FAIR ? 'attention' : 'broken']}
        />
        <Hint>{t('scoreHint')}</Hint>
        {score === null ? <Hint>{t('noScoreText')}</Hint> : <Reasons why={device.why} />}
        <Findings device={device} />
      </Stack>
    </Section>
  );
}

function Reasons({ why }: Pick<Device, 'why'>) {
  const t = useTranslations('admin.device.health');
  const { percent, duration } = useFormat();
  if (why.length === 0) {
    return <Hint>{t('noWhy')}</Hint>;
  }
  const write = { delivery_share: percent, ack_seconds: duration, new_chats: percent };
  const text = ({ factor, value }: Device['why'][number]) =>
    factor === 'unheard' || factor === 'failures'
      ? t(factor, { count: value ?? 0 })
      : t(factor, { value: value === null ? '–' : write[factor](value) });
  return (
    <List size="sm" spacing={4} aria-label={t('why')}>
      {why.map((reason) => (
        <List.Item key={reason.factor}>
          {text(reason)}{' '}
          <Text span inherit c="dimmed">
            {t('effect', { effect: reason.effect })}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

/** Other facts that decide whether it is used. */
function Findings({ device }: { device: Device }) {
  const t = useTranslations('admin.device.health');
  const { time } = useFormat();
  const cooldownText = useCooldownText();
  const { restricted_until: restricted, failing_since: failing, degraded_since: degraded } = device;
  return (
    <Facts
      facts={[
        ...(restricted === null ? [] : [{ label: t('restrictedUntil'), value: time(restricted) }]),
        ...(failing === null ? [] : [{ label: t('failingSince'), value: <Failing device={device} /> }]),
        ...(degraded === null ? [] : [{ label: t('degradedSince'), value: time(degraded) }]),
        ...device.templates
          .filter(({ usable }) => !usable)
          .map((template) => ({
            label: t('blockedTemplate'),
            value: <BlockedTemplate template={template} />,
          })),
        { label: t('restLabel'), value: cooldownText(device.rest) },
        { label: t('probe'), value: <Probe device={device} /> },
      ]}
    />
  );
}

function Failing({ device: { failing_since: since, last_failure: words } }: { device: Device }) {
  const { time } = useFormat();
  return (
    <>
      {since !== null && time(since)}
      <GatewayNote words={words} />
    </>
  );
}

function BlockedTemplate({ template }: { template: Device['templates'][number] }) {
  const { name, language, status, reason, changed_at: since } = template;
  return (
    <>
      {`${name} (${language}): ${status}`} <TimeAgo value={since} />
      <GatewayNote words={reason} />
    </>
  );
}

function Probe({ device: { last_probe: probe } }: { device: Device }) {
  const t = useTranslations('admin.device.finding');
  const never = useTranslations('admin.devices')('never');
  if (probe === null) return never;
  return (
    <>
      {t(probe.finding)} <TimeAgo value={probe.at} />
      <GatewayNote words={probe.detail} />
    </>
  );
}

type DeviceRest = Schemas['DeviceRest'];

/** The cooldown of a device and its cause, in one line. */
function useCooldownText(): (rest: DeviceRest) => string {
  const t = useTranslations('admin.device.health');
  const { time } = useFormat();
  return ({ level, until, failures, last }) => {
    if (failures === 0) return t('restNone');
    const parts = [
      t(`rest.${level}`),
      t('restFailures', { failures }),
      ...(last === null ? [] : [t('restLast', { last: t(`failure.${last}`) })]),
      ...(until ? [t('restUntil', { until: time(until) })] : []),
    ];
    return parts.join(' · ');
  };
}
