import type { ApiKey } from '../../api/api-keys';
import { useDialog } from '../../components/use-dialog';

export type KeyDialogStates = ReturnType<typeof useKeyDialogs>;

/** Dialogs of the actions of a key. */
export function useKeyDialogs() {
  return {
    edit: useDialog<ApiKey>(),
    rotate: useDialog<ApiKey>(),
    hookSecret: useDialog<ApiKey>(),
    activity: useDialog<ApiKey>(),
    remove: useDialog<ApiKey>(),
  };
}
