import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorState } from '../../../components/error-state';
import { Facts } from '../../../components/facts';
import { Hint } from '../../../components/hint';
import { Money } from '../../../components/money';
import { useTranslations } from '../../../i18n';
import type { CreditMove } from './api';
import type { CreditMoveState } from './use-credit-move';

interface Props {
  move: CreditMove;
  balance: number;
  state: CreditMoveState;
  onBack: () => void;
  onConfirm: () => void;
}

/** Shows the amount and the new balance before the change is sent. */
export function CreditConfirmation({ move, balance, state, onBack, onConfirm }: Props) {
  const t = useTranslations('admin.user.credit');
  const { isPending } = state;
  // The result of an earlier attempt does not apply to a different change.
  const isTried = state.variables?.amount === move.amount && state.variables.note === move.note;
  const error = isTried ? state.error : null;
  const isUncertain = isTried && state.isUncertain;
  const then = (
    <Text span fw={650} fz="lg">
      <Money value={balance + move.amount} />
    </Text>
  );
  const facts = [
    { label: t('now'), value: <Money value={balance} /> },
    { label: t(move.amount > 0 ? 'topup' : 'adjust'), value: <Money value={move.amount} isSigned /> },
    // Unknown while the change may already be in the balance.
    ...(isUncertain ? [] : [{ label: t('then'), value: then }]),
    { label: t('note'), value: move.note },
  ];
  return (
    <Stack>
      <Facts facts={facts} />
      {error && <ErrorState error={error} />}
      {isUncertain && <Hint>{t('retrySafe')}</Hint>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack} disabled={isPending}>
          {t('change')}
        </Button>
        <Button onClick={onConfirm} loading={isPending}>
          {t(move.amount > 0 ? 'confirmTopup' : 'confirmAdjust')}
        </Button>
      </Group>
    </Stack>
  );
}
