import type { Webhook } from '../../api/webhooks';
import { useDialog } from '../../components/use-dialog';

export type WebhookDialogStates = ReturnType<typeof useWebhookDialogs>;

/** What can be done with a webhook, each in a dialog. */
export function useWebhookDialogs() {
  return {
    edit: useDialog<Webhook>(),
    rotateSecret: useDialog<Webhook>(),
    activity: useDialog<Webhook>(),
    remove: useDialog<Webhook>(),
    replay: useDialog<Webhook>(),
  };
}
