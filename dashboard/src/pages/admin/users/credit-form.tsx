import { Alert, SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../../components/dialog-form';
import { RupiahInput } from '../../../components/rupiah-input';
import { TONES } from '../../../components/tones';
import { useTranslations } from '../../../i18n';
import type { CreditMove } from './api';

const AMOUNT_MAX = 1_000_000_000_000;
const NOTE_MAX = 200;

interface Props {
  initial: CreditMove | null;
  /** Whether the previous change may have taken effect. */
  isUncertain: boolean;
  onCancel: () => void;
  onReview: (move: CreditMove) => void;
}

interface Values {
  direction: 'topup' | 'adjust';
  amount: number | string;
  note: string;
}

export function CreditForm({ initial, isUncertain, onCancel, onReview }: Props) {
  const t = useTranslations('admin.user.credit');
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: valuesOf(initial),
    validate: {
      amount: (amount) => (Number(amount) > 0 ? null : t('amountInvalid')),
      note: (note) => (note.trim() === '' ? t('noteMissing') : null),
    },
  });
  const review = form.onSubmit(
    (values) => onReview(moveOf(values)),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <DialogForm onSubmit={review} isPending={false} formError={null} submit={t('review')} onCancel={onCancel}>
      {isUncertain && <Alert color={TONES.attention}>{t('maybeDone')}</Alert>}
      <SegmentedControl
        aria-label={t('direction')}
        data={[
          { value: 'topup', label: t('topup') },
          { value: 'adjust', label: t('adjust') },
        ]}
        key={form.key('direction')}
        {...form.getInputProps('direction')}
      />
      <RupiahInput
        label={t('amount')}
        required
        data-autofocus
        max={AMOUNT_MAX}
        key={form.key('amount')}
        {...form.getInputProps('amount')}
      />
      <TextInput
        label={t('note')}
        description={t('noteHint')}
        required
        maxLength={NOTE_MAX}
        key={form.key('note')}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}

function valuesOf(move: CreditMove | null): Values {
  if (move === null) return { direction: 'topup', amount: '', note: '' };
  return { direction: move.amount > 0 ? 'topup' : 'adjust', amount: Math.abs(move.amount), note: move.note };
}

function moveOf({ direction, amount, note }: Values): CreditMove {
  return { amount: direction === 'topup' ? Number(amount) : -Number(amount), note: note.trim() };
}
