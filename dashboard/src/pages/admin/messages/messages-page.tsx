import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { FilteredPage } from '../filtered-page';
import { MESSAGE_STATUSES, readMessagesSearch } from '../search';
import { messagesQuery } from './api';
import { MessageTable } from './message-table';

const route = getRouteApi('/signed-in/admin/messages');

export function MessagesPage() {
  const t = useTranslations('admin.messages');
  const status = useTranslations('common.status');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const statuses = MESSAGE_STATUSES.map((value) => ({ value, label: status(value) }));
  return (
    <FilteredPage
      area="messages"
      icon={IconMessages}
      fields={[
        { name: 'status', label: t('status'), choices: statuses, any: t('anyStatus') },
        { name: 'user_id', label: t('userId'), inputMode: 'numeric' },
      ]}
      search={search}
      read={readMessagesSearch}
      onSearch={(next) => void navigate({ search: next })}
      query={useQuery(messagesQuery(search))}
    >
      {(items) => <MessageTable messages={items} />}
    </FilteredPage>
  );
}
