import { useMessages } from 'use-intl';

/** An action in words; one that we do not know yet, as the service writes it. */
export function useActionText(): (action: string) => string {
  const texts: Readonly<Record<string, string>> = useMessages().admin.audit.actions;
  return (action) => texts[action.replace('.', '_')] ?? action;
}
