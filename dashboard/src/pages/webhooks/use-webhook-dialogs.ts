import type { Webhook } from '../../api/webhooks';
import { useDialog } from '../../components/use-dialog';

export type WebhookDialogStates = ReturnType<typeof useWebhookDialogs>;

/** Dialogs of the actions of a webhook. */
export function useWebhookDialogs() {
  return {
    edit: useDialog<Webhook>(),
    rotateSecret: useDialog<Webhook>(),
    activity: useDialog<Webhook>(),
    remove: useDialog<Webhook>(),
    replay: useDialog<Webhook>(),
  };
}
