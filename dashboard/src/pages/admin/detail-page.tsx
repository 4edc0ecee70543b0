import { IconZoomQuestion } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** Title while loading, and if the item does not exist. */
  title: string;
  /** Height of the skeleton. */
  height: number;
  /** Renders its own header. */
  children: (data: Data) => ReactNode;
}

/** Page of one item. Shows a heading while loading, and a message if the item does not exist. */
export function DetailPage<Data>({ query, title, height, children }: Props<Data>) {
  const isMissing = query.error instanceof ApiError && query.error.code === 'not_found';
  return (
    <>
      {query.data === undefined && <PageHeader title={title} />}
      {query.data === undefined && isMissing ? (
        <Missing />
      ) : (
        <Loaded query={query} height={height}>
          {children}
        </Loaded>
      )}
    </>
  );
}

function Missing() {
  const t = useTranslations('admin.missing');
  return (
    <Surface>
      <EmptyState icon={IconZoomQuestion} title={t('title')} text={t('text')} />
    </Surface>
  );
}
