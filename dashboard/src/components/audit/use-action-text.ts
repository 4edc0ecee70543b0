import { useTranslations } from '../../i18n';
import { ACTION_NAMES, ACTIONS } from './actions';

/** The text of an action; unknown actions are shown as the service writes them. */
export function useActionText(): (action: string) => string {
  const t = useTranslations('security.actions');
  return (action) => {
    const known = ACTIONS.find((each) => each === action);
    return known === undefined ? action : t(ACTION_NAMES[known]);
  };
}
