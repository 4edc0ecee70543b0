import { useTranslations } from '../../i18n';
import { ACTION_NAMES, ACTIONS } from './actions';

/** An action in words; one that we do not know yet, as the service writes it. */
export function useActionText(): (action: string) => string {
  const t = useTranslations('security.actions');
  return (action) => {
    const known = ACTIONS.find((each) => each === action);
    return known === undefined ? action : t(ACTION_NAMES[known]);
  };
}
