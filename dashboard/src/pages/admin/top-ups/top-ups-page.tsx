import { NativeSelect, Stack } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../../api/session';
import { topUpGuideQuery } from '../../../api/top-ups';
import { EmptyState } from '../../../components/empty-state';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Section } from '../../../components/section';
import { useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { readTopUpsSearch, TOP_UP_FILTERS } from '../search';
import { requestsQuery } from './api';
import { type Decision, DecisionDialog } from './decision-dialog';
import { GuideForm } from './guide-form';
import { PictureCard } from './picture-card';
import { RequestTable } from './request-table';

const route = getRouteApi('/signed-in/admin/top-ups');

/** Top-up requests and payment instructions. */
export function TopUpsPage() {
  const t = useTranslations('admin.topUps');
  const states = useTranslations('credit.topUps.status');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const requests = useQuery(requestsQuery(search));
  const maySetGuide = useMay()('setTopUpGuide');
  const status = search.status ?? 'open';
  const dialog = useDialog<Decision>();
  const filter = (
    <NativeSelect
      aria-label={t('show')}
      value={status}
      onChange={({ currentTarget }) =>
        void navigate({ search: readTopUpsSearch({ status: currentTarget.value }), replace: true })
      }
      data={TOP_UP_FILTERS.map((value) => ({ value, label: value === 'all' ? t('all') : states(value) }))}
    />
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="lg">
        <Section title={t('requests')} aside={filter}>
          <PagedList
            query={requests}
            rows={4}
            empty={
              <EmptyState
                icon={IconCoins}
                title={t(status === 'open' ? 'noneOpen' : 'none')}
                text={t(status === 'open' ? 'noneOpenText' : 'noneText')}
              />
            }
            onPage={(page) => void navigate({ search: readTopUpsSearch({ ...search, page }) })}
          >
            {(items) => <RequestTable requests={items} onDecide={dialog.open} />}
          </PagedList>
          <DecisionDialog dialog={dialog} />
        </Section>
        {/* Waits for the list above, so that it does not move. */}
        {(requests.isFetched || requests.data !== undefined) && maySetGuide && <Guide />}
      </Stack>
    </>
  );
}

function Guide() {
  return (
    <Loaded query={useQuery(topUpGuideQuery)}>
      {(guide) => (
        <>
          <GuideForm guide={guide} />
          <PictureCard hasPicture={guide.has_picture} />
        </>
      )}
    </Loaded>
  );
}
