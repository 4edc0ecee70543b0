import { useTranslations } from 'use-intl';
import { DialogModal } from '../../../components/dialog-modal';
import type { Dialog } from '../../../components/use-dialog';
import type { AdminTopUpRequest } from './api';
import { ConfirmForm } from './confirm-form';
import { DeclineForm } from './decline-form';

export interface Decision {
  request: AdminTopUpRequest;
  what: 'confirm' | 'decline';
}

/** Outlives the line that it was opened from: what came of it is read, though somebody else was faster. */
export function DecisionDialog({ dialog }: { dialog: Dialog<Decision> }) {
  const t = useTranslations('admin.topUps');
  const title = dialog.subject?.what === 'decline' ? 'declineTitle' : 'confirmTitle';
  return (
    <DialogModal dialog={dialog} title={t(title, { id: String(dialog.subject?.request.id) })}>
      {({ request, what }) =>
        what === 'confirm' ? (
          <ConfirmForm request={request} onDone={dialog.close} />
        ) : (
          <DeclineForm request={request} onDone={dialog.close} />
        )
      }
    </DialogModal>
  );
}
