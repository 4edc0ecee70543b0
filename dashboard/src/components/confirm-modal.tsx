import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState } from './error-state';
import { DANGER } from './tones';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** When it is gone. */
  onExited?: () => void;
  title: string;
  children: ReactNode;
  confirm: string;
  isDangerous?: boolean;
  /** Runs when confirmed; the modal closes once it is done, and tells when it fails. */
  action: () => Promise<unknown>;
}

/** Asks before what cannot be taken back. */
export function ConfirmModal(props: Props) {
  const { opened, onClose, onExited, title, children, confirm, isDangerous, action } = props;
  const t = useTranslations('common.actions');
  const { mutate, reset, isPending, error } = useMutation({ mutationFn: action, onSuccess: onClose });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onExited}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      centered
      withCloseButton={!isPending}
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
    >
      {/* While it fades out, what it asked is answered. */}
      <Stack inert={!opened}>
        <div>{children}</div>
        {error && <ErrorState error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={isPending} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color={isDangerous ? DANGER : undefined} loading={isPending} onClick={() => mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
