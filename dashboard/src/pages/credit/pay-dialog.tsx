import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '../../api/keys';
import { Copyable } from '../../components/copyable';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Money } from '../../components/money';
import { QrCode } from '../../components/qr-code';
import { Tag } from '../../components/tag';
import { STATE_TONES } from '../../components/tones';
import { useFormat, useTranslations } from '../../i18n';
import { type Payment, type PaymentOptions, paymentsQuery } from './api';
import { PayForm } from './pay-form';

interface Props {
  /** Null: the form creates a new request. */
  request: { id: number; has_payment: boolean } | null;
  options: PaymentOptions;
  onClose: () => void;
}

/** Pays a top-up request online: first how, then the instructions. */
export function PayDialog({ request, options, onClose }: Props) {
  const [paying, setPaying] = useState(request?.has_payment ? request.id : null);
  const [chosen, setChosen] = useState(request?.id);
  if (paying === null)
    return (
      <PayForm
        requestId={chosen}
        options={options}
        onPaying={(id) => {
          setChosen(id);
          setPaying(id);
        }}
        onCancel={onClose}
      />
    );
  return <Paying requestId={paying} onOther={() => setPaying(null)} onClose={onClose} />;
}

interface PayingProps {
  requestId: number;
  onOther: () => void;
  onClose: () => void;
}

/** The latest payment of a request, until it is paid. */
function Paying({ requestId, onOther, onClose }: PayingProps) {
  const t = useTranslations('credit.topUps.pay');
  const payments = useQuery(paymentsQuery(requestId));
  const queryClient = useQueryClient();
  const isPaid = payments.data?.[0]?.status === 'paid';
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ queryKey: keys.credit });
  }, [isPaid, queryClient]);
  return (
    <Loaded query={payments}>
      {([payment]) => (
        <Stack>
          {payment && <Instructions payment={payment} />}
          <Group justify="flex-end" gap="sm">
            {!isPaid && (
              <Button variant="default" onClick={onOther}>
                {t('other')}
              </Button>
            )}
            <Button onClick={onClose}>{t('close')}</Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
}

function Instructions({ payment }: { payment: Payment }) {
  const t = useTranslations('credit.topUps.pay');
  const { time } = useFormat();
  const { amount, method, status, qr_text: qr, pay_code: code, page_url: page } = payment;
  return (
    <>
      <Group gap="sm" role="status">
        <Text fw={600}>
          <Money value={amount} />
        </Text>
        <Tag tone={STATE_TONES.payment[status]}>{t(`status.${status}`)}</Tag>
      </Group>
      {status === 'pending' && (
        <Stack gap="sm">
          {qr !== null && <QrCode text={qr} label={t('qr')} />}
          {code !== null && (
            <div>
              <Hint>{t('code', { method: t(`methods.${method}`) })}</Hint>
              <Copyable value={code} />
            </div>
          )}
          {page !== null && (qr ?? code) === null && (
            <Anchor href={page} target="_blank" rel="noreferrer">
              {t('page')}
            </Anchor>
          )}
          <Hint>{t('until', { time: time(payment.expires_at) })}</Hint>
        </Stack>
      )}
      {status !== 'pending' && <Text size="sm">{t(`ended.${status}`)}</Text>}
    </>
  );
}
