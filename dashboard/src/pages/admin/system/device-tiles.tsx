import { Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Schemas } from '../../../api/schemas';
import { deliveredShare } from '../../../components/delivered-share.rules';
import { Hint } from '../../../components/hint';
import { ButtonLink, TextLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { STATE_TONES, type Tone, TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import type { Device } from '../devices/api';
import { DeviceStatusBadge, useDeviceStatusText } from '../devices/device-status';
import { deviceStatusOf } from '../devices/device-status.rules';
import classes from './device-tiles.module.css';

/** The order of the tiles, most urgent first. */
const ORDER: readonly Tone[] = ['broken', 'attention', 'waiting', 'good', 'off'];

const rank = (device: Device) => ORDER.indexOf(deviceStatusOf(device).tone);

/** Overview of the devices. */
export function DeviceTiles({ query }: { query: UseQueryResult<Schemas['DevicePage']> }) {
  const t = useTranslations('admin.overview.devices');
  return (
    <Section title={t('title')} aside={<TextLink to="/admin/devices">{t('manage')}</TextLink>}>
      <Loaded query={query} height={170}>
        {({ items, total }) =>
          items.length === 0 ? (
            <None />
          ) : (
            <Stack gap="sm">
              <ul className={classes.tiles}>
                {[...items]
                  .sort((one, other) => rank(one) - rank(other))
                  .map((device) => (
                    <Tile key={device.id} device={device} />
                  ))}
              </ul>
              {total > items.length && <Hint>{t('more', { count: total - items.length })}</Hint>}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function None() {
  const t = useTranslations('admin.overview.devices');
  return (
    <Stack align="flex-start">
      <Text c="dimmed">{t('none')}</Text>
      <ButtonLink to="/admin/devices/new">{t('add')}</ButtonLink>
    </Stack>
  );
}

function Tile({ device }: { device: Device }) {
  const statusText = useDeviceStatusText();
  const { status, tone } = deviceStatusOf(device);
  return (
    <li
      className={classes.tile}
      style={{ borderInlineStartColor: `var(--mantine-color-${TONES[tone]}-filled)` }}
    >
      <Group justify="space-between" gap="xs">
        <TextLink
          to="/admin/devices/$id"
          params={{ id: String(device.id) }}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {device.name}
        </TextLink>
        <DeviceStatusBadge device={device} />
      </Group>
      {status !== 'well' && <Hint>{statusText(device)}</Hint>}
      <Figures device={device} />
    </li>
  );
}

function Figures({ device }: { device: Device }) {
  const t = useTranslations('admin.overview.devices');
  const { percent } = useFormat();
  const { warm_up: warmUp, last_receipt_at: report, outcomes } = device;
  const { delivered, failed, unacknowledged, waiting } = outcomes;
  const share = deliveredShare({ delivered, failed, sent: unacknowledged + waiting });
  return (
    <dl className={classes.facts}>
      <dt>{t('share')}</dt>
      <dd>{share === null ? '–' : percent(share)}</dd>
      <dt>{t('left')}</dt>
      <dd>
        <LeftToday device={device} />
      </dd>
      {device.new_chats !== null && (
        <>
          <dt>{t('newChats')}</dt>
          <dd>
            <NewChats quota={device.new_chats} />
          </dd>
        </>
      )}
      {warmUp !== null && (
        <>
          <dt>{t('warmUp')}</dt>
          <dd>{t('warmUpDay', { day: warmUp.day, days: warmUp.days })}</dd>
        </>
      )}
      <dt>{t('report')}</dt>
      <dd>{report === null ? t('noReport') : <TimeAgo value={report} />}</dd>
    </dl>
  );
}

/** WhatsApp's quota of new chats, and its warning. */
function NewChats({ quota: { status, used, total } }: { quota: NonNullable<Device['new_chats']> }) {
  const t = useTranslations('admin.overview.devices');
  const isCounted = used !== null && total !== null;
  return (
    <>
      {isCounted && t('newChatsOf', { used, total })}
      {isCounted && status !== 'none' && <br />}
      {(!isCounted || status !== 'none') && (
        <Tag tone={STATE_TONES.newChats[status]}>{t(`newChatsStatus.${status}`)}</Tag>
      )}
    </>
  );
}

/** Messages and new recipients left today; new recipients run out first during a warm-up. */
function LeftToday({ device: { allowances } }: { device: Device }) {
  const t = useTranslations('admin.overview.devices');
  const left = (name: Device['allowances'][number]['allowance']) => {
    const found = allowances.find(({ allowance }) => allowance === name);
    return found && { left: Math.max(0, found.cap - found.used), cap: found.cap };
  };
  const [day, fresh] = [left('day'), left('new_recipients') ?? left('portfolio')];
  if (!day && !fresh) return t('unlimited');
  return (
    <>
      {day && t('leftOf', day)}
      {day && fresh && <br />}
      {fresh && t('freshOf', fresh)}
    </>
  );
}
