import { TextInput } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isPhoneLike } from '../../components/phone-like.rules';
import { useTranslations } from '../../i18n';
import { accountIdIn } from './account-id.rules';
import { accountQuery, accountsQuery } from './api';

interface Props {
  label: string;
  /** An account ID, or typed text. */
  value: string;
  /** The ID in the URL; shown as the username. */
  applied: string;
  isUnknown: boolean;
  onChange: (value: string) => void;
}

/** Input for an account: username, email or ID. */
export function AccountField({ label, value, applied, isUnknown, onChange }: Props) {
  const t = useTranslations('admin.filters');
  const named = useQuery({ ...accountQuery(Number(applied)), enabled: applied !== '' });
  return (
    <TextInput
      label={label}
      placeholder={t('account')}
      error={isUnknown && t('noAccount')}
      autoCapitalize="none"
      spellCheck={false}
      value={value !== '' && value === applied ? (named.data?.username ?? value) : value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Finds an account ID: by number, by exact username or email, or the only match. */
export async function accountIdOf(queryClient: QueryClient, written: string): Promise<string | undefined> {
  const id = accountIdIn(written);
  if (id !== undefined) return id;
  // Proxies log URLs, so phones must not be in them; and no account has such a name.
  if (isPhoneLike(written)) return undefined;
  const accounts = await queryClient.fetchQuery(accountsQuery(written));
  const key = written.toLowerCase();
  const exact = accounts.find(({ username, email }) =>
    [username, email].some((name) => name.toLowerCase() === key),
  );
  const found = exact ?? (accounts.length === 1 ? accounts[0] : undefined);
  return found && String(found.id);
}
