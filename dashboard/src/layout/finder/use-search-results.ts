import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAdmin as isAdminOf, useMay, useMe } from '../../api/session';
import { usedBrandsQuery } from '../../api/used-brands';
import { accountsQuery, messageSearchQuery } from './api';
import { parseSearchQuery } from './search-query.rules';

const PAUSE_MS = 250;
const BRANDS_MAX = 5;

/**
 * Search results for the typed text. Searches run while typing, except messages of all accounts: each such
 * search is audited, so it needs a click.
 */
export function useSearchResults(typed: string) {
  const isAdmin = isAdminOf(useMe());
  const may = useMay();
  const mayFind = may(isAdmin ? 'searchAllMessages' : 'searchAccountMessages');
  const now = parseSearchQuery(typed);
  const [paused] = useDebouncedValue(now.text, PAUSE_MS);
  const [asked, setAsked] = useState<string | null>(null);
  const isPaused = paused === now.text;
  const isEnabled = mayFind && now.by.length > 0 && isPaused && (!isAdmin || asked === now.text);
  const messages = useQuery({ ...messageSearchQuery(now, isAdmin), enabled: isEnabled });
  const areBrandsAsked = !isAdmin && now.isName && may('listUsedBrands');
  const brands = useQuery({ ...usedBrandsQuery(undefined), enabled: areBrandsAsked });
  const areAccountsAsked = isAdmin && now.isSafeName && isPaused && now.text.length > 1;
  const accounts = useQuery({ ...accountsQuery(now.text), enabled: areAccountsAsked });
  const part = now.text.toLowerCase();
  const ownBrands = now.isName ? (brands.data?.brands ?? []) : [];
  return {
    ...now,
    isAdmin,
    messages: isEnabled ? (messages.data?.messages ?? []) : [],
    hasMore: isEnabled && messages.data?.hasMore === true,
    brands: ownBrands.filter((brand) => brand.toLowerCase().includes(part)).slice(0, BRANDS_MAX),
    accounts: areAccountsAsked ? (accounts.data ?? []) : [],
    error:
      (isEnabled ? messages.error : null) ??
      (areAccountsAsked ? accounts.error : null) ??
      (areBrandsAsked ? brands.error : null),
    isSearching:
      messages.isFetching ||
      accounts.isFetching ||
      (areBrandsAsked && brands.isPending) ||
      (!isPaused && now.text !== ''),
    /** Searches the messages of all accounts; null if that is not possible or already done. */
    ask: isAdmin && mayFind && now.by.length > 0 && asked !== now.text ? () => setAsked(now.text) : null,
  };
}

export type SearchResults = ReturnType<typeof useSearchResults>;
