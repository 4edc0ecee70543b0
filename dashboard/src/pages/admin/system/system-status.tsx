import { Alert, List } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TextLink } from '../../../components/links';
import { TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import type { System } from './api';
import { type Finding, type FindingKind, findingsOf, levelOf } from './system-status.rules';

const ICONS = {
  good: IconCircleCheck,
  waiting: IconHourglass,
  attention: IconAlertTriangle,
  broken: IconAlertTriangle,
} as const;

interface Props {
  system: System;
  /** Undefined if unknown. */
  openAlerts: number | undefined;
  allCoolingDown: boolean;
}

/** Overall status of the service, with its problems and what to do. */
export function SystemStatus({ system, openAlerts, allCoolingDown }: Props) {
  const t = useTranslations('admin.system.status');
  const findings = findingsOf(system, openAlerts, new Date(), allCoolingDown);
  const level = levelOf(findings);
  const Icon = ICONS[level];
  return (
    <Alert
      color={TONES[level]}
      role={level === 'good' || level === 'waiting' ? 'status' : 'alert'}
      icon={<Icon aria-hidden />}
      title={t(level)}
    >
      {findings.length > 0 && (
        <List size="sm">
          {findings.map((finding) => (
            <List.Item key={finding.kind}>
              <FindingText finding={finding} />
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function FindingText({ finding: { kind, count, at } }: { finding: Finding }) {
  const t = useTranslations('admin.system.findings');
  const { clock } = useFormat();
  const toDevices = (text: ReactNode) => (
    <TextLink to="/admin/devices" inherit underline="always">
      {text}
    </TextLink>
  );
  if (kind === 'booksSoon') return t(kind, { at: at === undefined ? '' : clock(at) });
  if (isAboutDevices(kind)) return t.rich(kind, { count, devices: toDevices });
  return t(kind, { count });
}

const isAboutDevices = (kind: FindingKind) =>
  kind === 'noDevice' ||
  kind === 'devicesOut' ||
  kind === 'devicesFailing' ||
  kind === 'devicesUnacknowledged' ||
  kind === 'allAtLimit';
