import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FilteredList } from '../../components/filtered-list';
import { Hint } from '../../components/hint';
import { PageHeader } from '../../components/page-header';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import { historyQuery } from './api';
import { ExportButton, ExportProgress, useExport } from './export-button';
import { HistoryFilters } from './history-filters';
import { HistoryTable, NoHistory } from './history-list';
import { type HistorySearch, readHistorySearch } from './search';

const route = getRouteApi('/signed-in/history');

/** The message history. Filters are in the URL, so they survive a reload and can be shared. */
export function HistoryPage() {
  const t = useTranslations('history');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(historyQuery(search));
  const download = useExport(search);
  const toggle = (part: Partial<HistorySearch>) =>
    void navigate({ search: (old) => readHistorySearch({ ...old, ...part }) });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<ExportButton download={download} />}
      />
      <ExportProgress download={download} total={query.data?.total ?? null} />
      <Surface>
        <HistoryFilters search={search} onChange={(next) => void navigate({ search: next, replace: true })} />
        <FilteredList
          query={query}
          rows={10}
          empty={<NoHistory search={search} />}
          onPage={(page) => toggle({ page })}
          onLimit={(limit) => toggle({ limit, page: undefined, after: undefined })}
          after={search.after}
          onAfter={(after) => toggle({ after })}
        >
          {(items, total) => (
            <>
              {total !== null && <Hint mb="xs">{t('total', { count: total })}</Hint>}
              <HistoryTable items={items} search={search} />
            </>
          )}
        </FilteredList>
      </Surface>
    </>
  );
}
