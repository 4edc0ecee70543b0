import { Button, Input, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ApiKey, apiKeysQuery } from '../../api/api-keys';
import { useMay } from '../../api/session';
import { usedBrandsQuery } from '../../api/used-brands';
import { ClearFilters } from '../../components/clear-filters';
import { prefixesWith } from '../../components/message-search';
import { PeriodFields } from '../../components/period-fields';
import { REASONS, STATUSES } from '../../components/reasons';
import { useTranslations } from '../../i18n';
import classes from './history.module.css';
import { type HistorySearch, isFiltered, readHistorySearch } from './search';

interface Props {
  search: HistorySearch;
  /** Returns to the first page. */
  onChange: (search: HistorySearch) => void;
}

export function HistoryFilters({ search, onChange }: Props) {
  const t = useTranslations('history.filters');
  const shared = useTranslations('shared');
  const modeLabel = useId();
  const { key, brand, reason, prefix, sort, limit, mode } = search;
  const [isOpen, setOpen] = useState(
    [key, brand, reason, prefix, sort].some((filter) => filter !== undefined),
  );
  const change = (part: Record<string, unknown>) =>
    onChange(readHistorySearch({ ...search, ...part, page: undefined, after: undefined }));
  return (
    <div role="search" aria-label={t('label')} className={classes.filters} data-open={isOpen || undefined}>
      <div className={classes.mode}>
        <Input.Label id={modeLabel} labelElement="div">
          {t('mode')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={modeLabel}
          value={mode ?? 'live'}
          // A key belongs to one mode.
          onChange={(next) => change({ mode: next, key: undefined })}
          data={(['live', 'test'] as const).map((value) => ({ value, label: shared(`mode.${value}`) }))}
        />
      </div>
      <NativeSelect
        label={t('status')}
        value={search.status ?? ''}
        onChange={({ currentTarget }) => change({ status: currentTarget.value })}
        data={[
          { value: '', label: t('anyStatus') },
          ...STATUSES.map((status) => ({ value: status, label: shared(`status.${status}`) })),
        ]}
      />
      <PeriodFields from={search.from} to={search.to} onChange={({ from, to }) => change({ from, to })} />
      <Button
        className={classes.opener}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('more')}
      </Button>
      <Facets search={search} change={change} />
      {isFiltered(search) && (
        <ClearFilters onClear={() => onChange(readHistorySearch({ mode, sort, limit }))} />
      )}
    </div>
  );
}

interface FacetsProps {
  search: HistorySearch;
  change: (part: Record<string, unknown>) => void;
}

/** The filters that a phone shows only after a tap on a button. */
function Facets({ search: { mode, key, brand, reason, prefix, sort }, change }: FacetsProps) {
  const t = useTranslations('history.filters');
  const why = useTranslations('shared.reason');
  const order = useTranslations('lists.order');
  const brands = useQuery(usedBrandsQuery(mode)).data?.brands ?? [];
  // The value of the URL may be deleted, or not in the list.
  const lostBrand = brand !== undefined && !brands.includes(brand);
  return (
    <>
      <KeyField mode={mode ?? 'live'} value={key} onChange={(value) => change({ key: value })} />
      <NativeSelect
        className={classes.facet}
        label={t('brand')}
        value={brand ?? ''}
        onChange={({ currentTarget }) => change({ brand: currentTarget.value })}
        data={[{ value: '', label: t('anyBrand') }, ...brands, ...(lostBrand ? [brand] : [])]}
      />
      <NativeSelect
        className={classes.facet}
        label={t('reason')}
        value={reason ?? ''}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        data={[
          { value: '', label: t('anyReason') },
          ...REASONS.map((value) => ({ value, label: why(value) })),
        ]}
      />
      <NativeSelect
        className={classes.facet}
        label={t('prefix')}
        value={prefix ?? ''}
        onChange={({ currentTarget }) => change({ prefix: currentTarget.value })}
        data={[{ value: '', label: t('anyPrefix') }, ...prefixesWith(prefix)]}
      />
      <NativeSelect
        className={classes.facet}
        label={order('label')}
        value={sort ?? ''}
        onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
        data={[
          { value: '', label: order('newest') },
          { value: 'oldest', label: order('oldest') },
        ]}
      />
    </>
  );
}

interface KeyProps {
  mode: ApiKey['mode'];
  value: number | undefined;
  onChange: (value: string) => void;
}

/** Filter for an API key. Hidden if the role may not list keys, unless the URL has one. */
function KeyField({ mode, value, onChange }: KeyProps) {
  const t = useTranslations('history.filters');
  const enabled = useMay()('listApiKeys');
  const apiKeys = useQuery({ ...apiKeysQuery, enabled }).data ?? [];
  const keys = apiKeys.filter((one) => one.mode === mode);
  const isLost = value !== undefined && !keys.some(({ id }) => id === value);
  if (!enabled && !isLost) return null;
  return (
    <NativeSelect
      className={classes.facet}
      label={t('key')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('anyKey') },
        ...keys.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isLost ? [{ value: String(value), label: t('unknownKey', { id: String(value) }) }] : []),
      ]}
    />
  );
}
