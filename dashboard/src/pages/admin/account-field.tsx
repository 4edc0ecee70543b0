import { TextInput } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isPhoneLike } from '../../components/phone-like.rules';
import { useTranslations } from '../../i18n';
import { accountQuery, accountsQuery } from './api';

interface Props {
  label: string;
  /** An id, or what is typed to be known for one. */
  value: string;
  /** The id that the address says; its account is told by name. */
  applied: string;
  isUnknown: boolean;
  onChange: (value: string) => void;
}

/** An account, by username or email; its number will do. */
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

const ID = /^#?(\d{1,9})$/;

/** The id of the account that somebody means: by number, by username or email to the letter, or the only one with it. */
export async function accountIdOf(queryClient: QueryClient, written: string): Promise<string | undefined> {
  const id = ID.exec(written)?.[1];
  if (id !== undefined) return id;
  // A GET is logged by proxies, and no account is called so.
  if (isPhoneLike(written)) return undefined;
  const accounts = await queryClient.fetchQuery(accountsQuery(written));
  const key = written.toLowerCase();
  const exact = accounts.find(({ username, email }) =>
    [username, email].some((name) => name.toLowerCase() === key),
  );
  const found = exact ?? (accounts.length === 1 ? accounts[0] : undefined);
  return found && String(found.id);
}
