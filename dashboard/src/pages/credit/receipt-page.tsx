import { Button, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Schemas } from '../../api/schemas';
import { Facts } from '../../components/facts';
import { Hint } from '../../components/hint';
import { readLedgerSearch } from '../../components/ledger-search';
import { TextLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { Surface } from '../../components/surface';
import { useListSearch } from '../../components/use-list-search';
import { useFormat, useLocale, useTranslations } from '../../i18n';
import { rupiahInWords } from '../../i18n/amount-words.rules';
import { receiptQuery } from './api';
import classes from './receipt.module.css';

const route = getRouteApi('/signed-in/credit/receipts/$entryId');

/** A receipt to print; the layout around it is not printed. */
export function ReceiptPage() {
  const t = useTranslations('credit.receipt');
  const { entryId } = route.useParams();
  const query = useQuery(receiptQuery(Number(entryId)));
  const number = query.data?.number;
  useEffect(() => {
    document.title = `${number ?? t('title')} · Sandi`;
  }, [number, t]);
  return (
    <>
      <Group justify="space-between" mb="md" className={classes.tools}>
        <TextLink to="/credit" search={readLedgerSearch(useListSearch())}>
          <IconArrowLeft size={16} aria-hidden /> {t('back')}
        </TextLink>
        <Button
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={number === undefined}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </Group>
      <Surface className={classes.sheet}>
        <Title order={1}>{t('title')}</Title>
        <Loaded query={query}>{(receipt) => <Receipt receipt={receipt} />}</Loaded>
      </Surface>
    </>
  );
}

function Receipt({ receipt }: { receipt: Schemas['ReceiptView'] }) {
  const t = useTranslations('credit.receipt');
  const { rupiah, time } = useFormat();
  const isIndonesian = useLocale() === 'id';
  const { number, amount, note, paid_at: paidAt, account } = receipt;
  const { operator_name: operator, operator_address: address } = receipt;
  const facts = [
    { label: t('number'), value: number },
    { label: t('date'), value: time(paidAt) },
    { label: t('from'), value: `${account.name} (${account.username}, ${account.email})` },
    { label: t('amount'), value: <strong>{rupiah(amount)}</strong> },
    ...(isIndonesian ? [{ label: t('words'), value: rupiahInWords(amount) }] : []),
    { label: t('for'), value: t('credit') },
    ...(note === null ? [] : [{ label: t('note'), value: note }]),
  ];
  return (
    <>
      {operator !== '' && (
        <Text fw={600} mt="sm">
          {operator}
        </Text>
      )}
      {address !== '' && (
        <Text size="sm" className={classes.address}>
          {address}
        </Text>
      )}
      <div className={classes.facts}>
        <Facts facts={facts} />
      </div>
      <Hint>{t('valid')}</Hint>
    </>
  );
}
