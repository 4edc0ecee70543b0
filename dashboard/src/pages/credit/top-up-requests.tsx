import { Group, Stack, Text } from '@mantine/core';
import type { TopUpRequest } from '../../api/top-ups';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Hint } from '../../components/hint';
import { Money } from '../../components/money';
import { TimeAgo } from '../../components/time-ago';
import { TopUpTag } from '../../components/top-up-tag';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { useTopUpRequests } from './api';
import classes from './credit.module.css';

interface Props {
  requests: readonly TopUpRequest[];
  /** Undefined if there is no payment provider. */
  onPay?: (request: TopUpRequest) => void;
}

/** The account's top-up requests, newest first. */
export function TopUpRequests({ requests, onPay }: Props) {
  const t = useTranslations('credit.topUps');
  const { cancel } = useTopUpRequests();
  const dialog = useDialog<TopUpRequest>();
  return (
    <>
      {requests.length > 0 && (
        <Stack gap="xs">
          <Text size="sm" fw={600} component="h3">
            {t('requests')}
          </Text>
          <ul className={classes.requests}>
            {requests.map((request) => (
              <li key={request.id}>
                <Request
                  request={request}
                  onPay={onPay && (() => onPay(request))}
                  onCancel={() => dialog.open(request)}
                />
              </li>
            ))}
          </ul>
        </Stack>
      )}
      <ConfirmDialog
        dialog={dialog}
        title={t('cancelTitle')}
        confirm={t('cancel')}
        cancelLabel={t('keep')}
        isDangerous
        action={({ id }) => cancel(id)}
      >
        {t('cancelText')}
      </ConfirmDialog>
    </>
  );
}

interface RequestProps {
  request: TopUpRequest;
  onPay?: () => void;
  onCancel: () => void;
}

function Request({ request, onPay, onCancel }: RequestProps) {
  const t = useTranslations('credit.topUps');
  const { id, amount, sender, status, reason, created_at: createdAt } = request;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text span inherit fw={600}>
            <Money value={amount} />
          </Text>
          <TopUpTag status={status} />
        </Group>
        {status === 'open' && (
          <Group gap="xs">
            {onPay && (
              <WriteButton
                needs="createPayment"
                variant="light"
                size="compact-sm"
                aria-label={t('pay.this', { id: String(id) })}
                onClick={onPay}
              >
                {t('pay.pay')}
              </WriteButton>
            )}
            <WriteButton
              needs="withdrawTopUpRequest"
              variant="subtle"
              size="compact-sm"
              aria-label={t('cancelThis', { id: String(id) })}
              onClick={onCancel}
            >
              {t('cancel')}
            </WriteButton>
          </Group>
        )}
      </Group>
      <Hint>
        {t('from', { sender })}, <TimeAgo value={createdAt} />
      </Hint>
      {reason !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('because', { reason })}
        </Text>
      )}
    </>
  );
}
