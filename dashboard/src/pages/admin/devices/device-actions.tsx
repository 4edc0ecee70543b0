import { Button, Menu } from '@mantine/core';
import {
  IconBan,
  IconDots,
  IconDroplet,
  IconKey,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { notify } from '../../../components/notify';
import { type Dialog, useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { type Device, useDeviceChanges } from './api';
import { TestButton } from './test-button';

const ICONS = {
  start: IconPlayerPlay,
  resume: IconPlayerPlay,
  resetScore: IconRefresh,
  drain: IconDroplet,
  renewKey: IconKey,
  disable: IconBan,
  delete: IconTrash,
} as const;

type Action = keyof typeof ICONS;

const DANGEROUS: ReadonlySet<Action> = new Set(['disable', 'delete']);

/** The actions available in each state. */
const ACTIONS_OF: Readonly<Record<Device['state'], readonly Action[]>> = {
  setup: ['start', 'renewKey', 'disable', 'delete'],
  active: ['drain', 'resetScore', 'renewKey', 'disable', 'delete'],
  draining: ['resume', 'renewKey', 'disable', 'delete'],
  disabled: ['resume', 'renewKey', 'delete'],
};

export function DeviceActions({ device }: { device: Device }) {
  const t = useTranslations('admin.device');
  const dialog = useDialog<Action>();
  return (
    <>
      <TestButton device={device} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={18} aria-hidden />}>
            {t('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ACTIONS_OF[device.state].map((action) => (
            <ActionItem key={action} action={action} onClick={() => dialog.open(action)} />
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionDialog device={device} dialog={dialog} />
    </>
  );
}

interface ItemProps {
  action: Action;
  onClick: () => void;
}

function ActionItem({ action, onClick }: ItemProps) {
  const t = useTranslations('admin.device');
  const Glyph = ICONS[action];
  return (
    <Menu.Item
      leftSection={<Glyph size={18} aria-hidden />}
      c={DANGEROUS.has(action) ? 'var(--mantine-color-error)' : undefined}
      onClick={onClick}
    >
      {t(action)}
    </Menu.Item>
  );
}

function ActionDialog({ device, dialog }: { device: Device; dialog: Dialog<Action> }) {
  const t = useTranslations('admin.device');
  const run = useActions(device);
  const shown = dialog.subject ?? 'drain';
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t(`${shown}Title`, { name: device.name })}
      confirm={t(shown)}
      isDangerous={DANGEROUS.has(shown)}
      action={(action) => run[action]()}
    >
      {t(`${shown}Text`)}
    </ConfirmDialog>
  );
}

function useActions({ id, name }: Device): Record<Action, () => Promise<unknown>> {
  const t = useTranslations('admin.device');
  const navigate = useNavigate();
  const { drain, resume, renewKey, update, remove, forget } = useDeviceChanges();
  return {
    start: () => update(id, { state: 'active' }),
    drain: () => drain(id),
    resume: () => resume(id),
    // Resuming resets the score and the cooldown.
    resetScore: () => resume(id),
    renewKey: () => renewKey(id),
    disable: () => update(id, { state: 'disabled' }),
    delete: async () => {
      await remove(id);
      await navigate({ to: '/admin/devices' });
      await forget(id);
      notify(t('deleted', { name }));
    },
  };
}
