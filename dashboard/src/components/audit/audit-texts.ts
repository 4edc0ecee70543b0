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

/** The text of a target such as `api_key:3` or `messages`; unknown targets are shown as the service writes them. */
export function useTargetText(): (target: string) => string {
  const t = useTranslations('security.detail.things');
  return (target) => {
    const [kind = '', id = ''] = target.split(':');
    const key = `${/^\d+$/.test(id) ? 'one' : 'whole'}.${kind}` as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key as 'one.user', { id }) : target;
  };
}
