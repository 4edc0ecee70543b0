import { Group, SegmentedControl } from '@mantine/core';
import { Hint } from '../../components/hint';
import { useFormat, useTranslations } from '../../i18n';
import type { Figures } from './api';
import { type AnalyticsSearch, DEFAULT_WINDOW, readAnalyticsSearch, WINDOWS } from './search';

interface Props {
  search: AnalyticsSearch;
  figures: Figures | undefined;
  onChange: (search: AnalyticsSearch) => void;
}

/** Time range, mode, and the time of the data. */
export function Toolbar({ search, figures, onChange }: Props) {
  const t = useTranslations('analytics');
  const common = useTranslations('shared.mode');
  const change = (part: Record<string, unknown>) => onChange(readAnalyticsSearch({ ...search, ...part }));
  return (
    <Group role="search" aria-label={t('filters')} gap="sm" mb="md" justify="space-between">
      <Group gap="sm">
        <SegmentedControl
          aria-label={t('window')}
          value={search.window ?? DEFAULT_WINDOW}
          onChange={(window) => change({ window })}
          data={WINDOWS.map((value) => ({ value, label: t(`windows.${value}`) }))}
        />
        <SegmentedControl
          aria-label={t('mode')}
          value={search.mode ?? 'live'}
          onChange={(mode) => change({ mode })}
          data={(['live', 'test'] as const).map((value) => ({ value, label: common(value) }))}
        />
      </Group>
      {figures && <AsOf figures={figures} />}
    </Group>
  );
}

function AsOf({ figures: { as_of: asOf, to, days_missing: missing } }: { figures: Figures }) {
  const t = useTranslations('analytics');
  const format = useFormat();
  const time = asOf.startsWith(to) ? format.hour(asOf) : format.time(asOf);
  return (
    <Hint role="status">
      {t('asOf', { time })}
      {missing > 0 && ` ${t('missing', { count: missing })}`}
    </Hint>
  );
}
