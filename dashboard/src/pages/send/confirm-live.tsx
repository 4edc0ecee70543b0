import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { creditQuery } from '../../api/credit';
import { ConfirmDialog } from '../../components/confirm-dialog';
import type { Dialog } from '../../components/use-dialog';
import { useFormat, useTranslations } from '../../i18n';

interface Props {
  dialog: Dialog<true>;
  phone: string;
  price: number;
  onConfirm: () => void;
}

/** Confirmation of a live send, with its cost. */
export function ConfirmLive({ dialog, phone, price, onConfirm }: Props) {
  const t = useTranslations('send.confirm');
  const { rupiah } = useFormat();
  // Always refetched: the balance is about to be spent.
  const balance = useQuery({ ...creditQuery, enabled: dialog.isOpen, staleTime: 0 }).data?.credit_balance;
  const cost = rupiah(price);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t('title')}
      confirm={t('action', { price: cost })}
      action={() => Promise.resolve(onConfirm())}
    >
      <Stack gap="xs">
        <Text>{t('text', { phone })}</Text>
        <Text>
          {balance === undefined
            ? t('priceOnly', { price: cost })
            : t('price', { price: cost, balance: rupiah(balance) })}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
