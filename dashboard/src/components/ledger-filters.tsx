import { NativeSelect } from '@mantine/core';
import { useTranslations } from '../i18n';
import { ClearFilters } from './clear-filters';
import classes from './ledger.module.css';
import {
  DIRECTIONS,
  isLedgerFiltered,
  LEDGER_KINDS,
  type LedgerSearch,
  readLedgerSearch,
} from './ledger-search';
import { PeriodFields } from './period-fields';

interface Props {
  search: LedgerSearch;
  /** Returns to the first page. */
  onSearch: (search: LedgerSearch) => void;
}

export function LedgerFilters({ search, onSearch }: Props) {
  const t = useTranslations('credit.ledger');
  const change = (part: Record<string, unknown>) =>
    onSearch(readLedgerSearch({ ...search, ...part, page: undefined }));
  /** One select for both: each kind has only one direction. */
  const choose = (value: string) => change({ kind: value, direction: value });
  return (
    <div role="search" aria-label={t('filters.label')} className={classes.filters}>
      <NativeSelect
        label={t('columns.kind')}
        value={search.kind ?? search.direction ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: '', label: t('filters.any') },
          ...DIRECTIONS.map((value) => ({ value, label: t(`filters.${value}`) })),
          ...LEDGER_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
      />
      <PeriodFields from={search.from} to={search.to} onChange={({ from, to }) => change({ from, to })} />
      {isLedgerFiltered(search) && <ClearFilters onClear={() => onSearch(readLedgerSearch({}))} />}
    </div>
  );
}
