import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { creditQuery } from '../../api/credit';
import { ConfirmModal } from '../../components/confirm-modal';
import { useFormat } from '../../i18n/use-format';

interface Props {
  opened: boolean;
  onClose: () => void;
  phone: string;
  price: number;
  onConfirm: () => void;
}

/** Says what a live send costs and does before it is made. */
export function ConfirmLive({ opened, onClose, phone, price, onConfirm }: Props) {
  const t = useTranslations('send.confirm');
  const { rupiah } = useFormat();
  // Asked for as it opens, however fresh the last answer is: this is about to be spent.
  const balance = useQuery({ ...creditQuery, enabled: opened, staleTime: 0 }).data?.credit_balance;
  const cost = rupiah(price);
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
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
    </ConfirmModal>
  );
}
