import { Button, Group, Input, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { DayField } from './day-field';
import classes from './history.module.css';
import { type HistorySearch, isNarrowed, readHistorySearch, STATUSES } from './search';

interface Props {
  search: HistorySearch;
  /** A new choice begins at the first page. */
  onChange: (search: HistorySearch) => void;
}

export function HistoryFilters({ search, onChange }: Props) {
  const t = useTranslations('history.filters');
  const common = useTranslations('common');
  const modeLabel = useId();
  const change = (part: Record<string, unknown>) =>
    onChange(readHistorySearch({ ...search, ...part, page: undefined }));
  return (
    <Group role="search" aria-label={t('label')} className={classes.filters}>
      <div>
        <Input.Label id={modeLabel} labelElement="div">
          {t('mode')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={modeLabel}
          value={search.mode ?? 'live'}
          onChange={(mode) => change({ mode })}
          data={(['live', 'test'] as const).map((mode) => ({ value: mode, label: common(`mode.${mode}`) }))}
        />
      </div>
      <NativeSelect
        label={t('status')}
        value={search.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value })}
        data={[
          { value: '', label: t('anyStatus') },
          ...STATUSES.map((status) => ({
            value: status,
            label: common(`status.${status}`),
          })),
        ]}
      />
      <DayField label={t('from')} value={search.from} onChange={(from) => change({ from })} />
      <DayField label={t('to')} value={search.to} onChange={(to) => change({ to })} />
      {isNarrowed(search) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={18} aria-hidden />}
          onClick={() => change({ status: undefined, from: undefined, to: undefined })}
        >
          {t('reset')}
        </Button>
      )}
    </Group>
  );
}
