import { IconFilterOff, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { impersonatedId } from '../../api/impersonation';
import { CursorPager } from '../../components/cursor-pager';
import { DocsLink } from '../../components/docs-link';
import { EmptyState } from '../../components/empty-state';
import { ButtonLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { Surface } from '../../components/surface';
import { useLocale, useTranslations } from '../../i18n';
import { type RefusedRequest, requestsQuery, useTail } from './api';
import { RequestFilters } from './request-filters';
import { RequestTable } from './request-table';
import type { RequestsSearch } from './search';
import { isWanted, withTail } from './tail.rules';
import { TailBar } from './tail-bar';

const route = getRouteApi('/signed-in/requests');

export function RequestsPage() {
  const t = useTranslations('requests');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [pausedAt, setPausedAt] = useState<readonly RefusedRequest[] | null>(null);
  const language = useLocale();
  const { rows: tail, state } = useTail(language);
  const query = useQuery(requestsQuery(search, language));
  const isNewest = search.cursor === undefined;
  const shown = (pausedAt ?? tail).filter((row) => isWanted(search, row));
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<DocsLink to="/docs/errors">{t('documents')}</DocsLink>}
      />
      <Surface>
        <RequestFilters search={search} onChange={(next) => void navigate({ search: next, replace: true })} />
        {isNewest && impersonatedId === null && (
          <TailBar
            state={state}
            isPaused={pausedAt !== null}
            waiting={pausedAt === null ? 0 : newSince(pausedAt, tail, search)}
            onToggle={() => setPausedAt(pausedAt === null ? tail : null)}
          />
        )}
        <Loaded query={query} rows={8}>
          {({ items, next_cursor: next }) => {
            const listed = pausedAt === null ? items : withoutUnseen(items, pausedAt, tail);
            const rows = isNewest ? withTail(listed, shown) : items;
            return (
              <div aria-busy={query.isPlaceholderData}>
                {rows.length === 0 ? <Nothing search={search} /> : <RequestTable rows={rows} />}
                <CursorPager
                  label={t('pages')}
                  cursor={search.cursor}
                  next={next}
                  renderLink={(cursor, text) => (
                    <ButtonLink to="/requests" variant="default" size="sm" search={{ ...search, cursor }}>
                      {text}
                    </ButtonLink>
                  )}
                />
              </div>
            );
          }}
        </Loaded>
      </Surface>
    </>
  );
}

const newSince = (seen: readonly RefusedRequest[], tail: readonly RefusedRequest[], search: RequestsSearch) =>
  tail.filter((row) => isWanted(search, row) && !seen.some(({ id }) => id === row.id)).length;

/** While paused, hides rows that arrived since. */
const withoutUnseen = (
  items: readonly RefusedRequest[],
  seen: readonly RefusedRequest[],
  tail: readonly RefusedRequest[],
) => items.filter(({ id }) => seen.some((row) => row.id === id) || !tail.some((row) => row.id === id));

function Nothing({ search: { code, key } }: { search: RequestsSearch }) {
  const t = useTranslations('requests.empty');
  return code !== undefined || key !== undefined ? (
    <EmptyState icon={IconFilterOff} title={t('filteredTitle')} text={t('filtered')} />
  ) : (
    <EmptyState icon={IconShieldCheck} title={t('title')} text={t('text')} />
  );
}
