import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PeriodFields } from '../../../components/period-fields';
import { REASONS, STATUSES } from '../../../components/reasons';
import { FilteredPage } from '../filtered-page';
import { MODES, readMessagesSearch } from '../search';
import { deviceNamesQuery, messagesQuery } from './api';
import { MessageTable } from './message-table';

const route = getRouteApi('/signed-in/admin/messages');

export function MessagesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <FilteredPage
      area="messages"
      icon={IconMessages}
      fields={useFields(search.device)}
      more={
        <PeriodFields
          from={search.from}
          to={search.to}
          onChange={({ from, to }) =>
            void navigate({
              search: readMessagesSearch({ ...search, from, to, page: undefined, after: undefined }),
            })
          }
        />
      }
      search={search}
      read={readMessagesSearch}
      onSearch={(next) => void navigate({ search: next })}
      query={useQuery(messagesQuery(search))}
    >
      {(items) => <MessageTable messages={items} />}
    </FilteredPage>
  );
}

function useFields(device: number | undefined) {
  const t = useTranslations('admin.messages');
  const status = useTranslations('common.status');
  const mode = useTranslations('common.mode');
  const why = useTranslations('common.reason');
  const order = useTranslations('lists.order');
  const devices = useQuery(deviceNamesQuery).data ?? [];
  const isLost = device !== undefined && !devices.some(({ id }) => id === device);
  return [
    {
      name: 'status',
      label: t('columns.status'),
      choices: STATUSES.map((value) => ({ value, label: status(value) })),
      any: t('anyStatus'),
    },
    {
      name: 'mode',
      label: t('mode'),
      choices: MODES.map((value) => ({ value, label: mode(value) })),
      any: t('anyMode'),
    },
    { name: 'user_id', label: t('columns.user'), isAccount: true },
    { name: 'brand', label: t('columns.brand') },
    {
      name: 'device',
      label: t('columns.device'),
      choices: [
        ...devices.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isLost ? [{ value: String(device), label: `#${device}` }] : []),
      ],
      any: t('anyDevice'),
    },
    {
      name: 'reason',
      label: t('columns.reason'),
      choices: REASONS.map((value) => ({ value, label: why(value) })),
      any: t('anyReason'),
    },
    {
      name: 'sort',
      label: order('label'),
      choices: [{ value: 'oldest', label: order('oldest') }],
      any: order('newest'),
    },
  ];
}
