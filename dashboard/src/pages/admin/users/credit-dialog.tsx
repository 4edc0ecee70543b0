import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { DialogModal } from '../../../components/dialog-modal';
import { FocusOnMount } from '../../../components/focus-on-mount';
import { notify } from '../../../components/notify';
import type { Dialog } from '../../../components/use-dialog';
import { useFormat } from '../../../i18n/use-format';
import { CreditConfirmation } from './credit-confirmation';
import { CreditForm } from './credit-form';
import type { AdminUser } from './queries';
import { useCreditMove, type CreditMoveState } from './use-credit-move';
import type { CreditMove } from './use-user-changes';

/** Asks for the amount and the note, then shows what they come to before anything is moved. */
export function CreditDialog({ user, dialog }: { user: AdminUser; dialog: Dialog<true> }) {
  const t = useTranslations('admin.user.credit');
  const state = useCreditMove(user);
  return (
    <DialogModal dialog={dialog} title={t('title', { name: user.name })} isSticky={state.isPending}>
      {() => <Steps user={user} state={state} onClose={dialog.close} />}
    </DialogModal>
  );
}

interface Props {
  user: AdminUser;
  state: CreditMoveState;
  onClose: () => void;
}

function Steps({ user, state, onClose }: Props) {
  const t = useTranslations('admin.user.credit');
  const { rupiah } = useFormat();
  const [move, setMove] = useState<CreditMove | null>(null);
  const [isReviewed, setReviewed] = useState(false);
  if (move === null || !isReviewed) {
    return (
      <CreditForm
        initial={move}
        balance={user.credit_balance}
        isUncertain={state.isUncertain}
        onCancel={onClose}
        onReview={(next) => {
          setMove(next);
          setReviewed(true);
        }}
      />
    );
  }
  const send = () =>
    state.mutate(move, {
      onSuccess: ({ credit_balance: balance }) => {
        notify({ message: t('done', { name: user.name, balance: rupiah(balance) }) });
        onClose();
      },
    });
  return (
    <FocusOnMount>
      <CreditConfirmation
        move={move}
        balance={user.credit_balance}
        state={state}
        onBack={() => setReviewed(false)}
        onConfirm={send}
      />
    </FocusOnMount>
  );
}
