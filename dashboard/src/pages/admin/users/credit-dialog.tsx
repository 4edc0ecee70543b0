import { useState } from 'react';
import { DialogModal } from '../../../components/dialog-modal';
import { FocusOnMount } from '../../../components/focus-on-mount';
import { notify } from '../../../components/notify';
import type { Dialog } from '../../../components/use-dialog';
import { useFormat, useTranslations } from '../../../i18n';
import type { AdminUser, CreditMove } from './api';
import { CreditConfirmation } from './credit-confirmation';
import { CreditForm } from './credit-form';
import type { CreditMoveState } from './use-credit-move';

interface Props {
  user: AdminUser;
  dialog: Dialog<true>;
  state: CreditMoveState;
}

/** Asks for amount and note, then for a confirmation. */
export function CreditDialog({ user, dialog, state }: Props) {
  const t = useTranslations('admin.user.credit');
  return (
    <DialogModal dialog={dialog} title={t('title', { name: user.name })} isSticky={state.isPending}>
      {() => <Steps user={user} state={state} onClose={dialog.close} />}
    </DialogModal>
  );
}

interface StepsProps {
  user: AdminUser;
  state: CreditMoveState;
  onClose: () => void;
}

function Steps({ user, state, onClose }: StepsProps) {
  const t = useTranslations('admin.user.credit');
  const { rupiah } = useFormat();
  const [move, setMove] = useState<CreditMove | null>(null);
  const [isReviewed, setReviewed] = useState(false);
  // The new balance arrives before the dialog closes, and would show the change twice.
  const balance = useHeld(user.credit_balance, state.isPending || state.isSuccess);
  if (move === null || !isReviewed) {
    return (
      <CreditForm
        initial={move}
        isUncertain={state.isUncertain}
        onCancel={onClose}
        onReview={(next) => {
          setMove(next);
          setReviewed(true);
        }}
      />
    );
  }
  const confirm = () =>
    state.mutate(move, {
      onSuccess: ({ credit_balance: balance }) => {
        notify(t('done', { name: user.name, balance: rupiah(balance) }));
        onClose();
      },
    });
  return (
    <FocusOnMount>
      <CreditConfirmation
        move={move}
        balance={balance}
        state={state}
        onBack={() => setReviewed(false)}
        onConfirm={confirm}
      />
    </FocusOnMount>
  );
}

/** The value; while `isHeld`, the previous one. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}
