import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../../api/session';
import { prefixesWith } from '../../../components/message-search';
import { PeriodFields } from '../../../components/period-fields';
import { REASONS, STATUSES } from '../../../components/reasons';
import { useTranslations } from '../../../i18n';
import type { FilterField } from '../filter-form';
import { FilteredPage } from '../filtered-page';
import { type MessagesSearch, MODES, readMessagesSearch } from '../search';
import { deviceNamesQuery, keyNamesQuery, messagesQuery } from './api';
import { MessageTable } from './message-table';

const route = getRouteApi('/signed-in/admin/messages');

export function MessagesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <FilteredPage
      area="messages"
      icon={IconMessages}
      fields={useFields(search)}
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

function useFields(search: MessagesSearch): FilterField[] {
  const { prefix, device } = search;
  const t = useTranslations('admin.messages');
  const status = useTranslations('shared.status');
  const mode = useTranslations('shared.mode');
  const why = useTranslations('shared.reason');
  const order = useTranslations('lists.order');
  const enabled = useMay()('listDevices');
  const devices = useQuery({ ...deviceNamesQuery, enabled }).data ?? [];
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
    ...useKeyField(search),
    { name: 'brand', label: t('columns.brand') },
    ...(enabled || isLost
      ? [
          {
            name: 'device',
            label: t('columns.device'),
            choices: [
              ...devices.map(({ id, name }) => ({ value: String(id), label: name })),
              ...(isLost ? [{ value: String(device), label: `#${device}` }] : []),
            ],
            any: t('anyDevice'),
          },
        ]
      : []),
    {
      name: 'reason',
      label: t('columns.reason'),
      choices: REASONS.map((value) => ({ value, label: why(value) })),
      any: t('anyReason'),
    },
    {
      name: 'prefix',
      label: t('prefix'),
      choices: prefixesWith(prefix).map((value) => ({ value, label: value })),
      any: t('anyPrefix'),
    },
    {
      name: 'sort',
      label: order('label'),
      choices: [{ value: 'oldest', label: order('oldest') }],
      any: order('newest'),
    },
  ];
}

/** API keys can be selected once an account is selected. */
function useKeyField({ user_id: account, key }: MessagesSearch): FilterField[] {
  const t = useTranslations('admin.messages');
  const mode = useTranslations('shared.mode');
  const keys = useQuery({ ...keyNamesQuery(account ?? 0), enabled: account !== undefined }).data ?? [];
  if (account === undefined && key === undefined) return [];
  const isLost = key !== undefined && !keys.some(({ id }) => id === key);
  const named = keys.map((one) => ({
    value: String(one.id),
    label: `${one.name} (…${one.last4})${one.mode === 'test' ? ` · ${mode('test')}` : ''}${one.deleted ? ` · ${t('deletedKey')}` : ''}`,
  }));
  return [
    {
      name: 'key',
      label: t('key'),
      choices: [...named, ...(isLost ? [{ value: String(key), label: `#${key}` }] : [])],
      any: t('anyKey'),
      of: 'user_id',
    },
  ];
}
