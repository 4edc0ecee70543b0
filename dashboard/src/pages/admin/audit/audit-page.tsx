import { IconClipboardList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { oneOf } from '../../../api/search';
import { ACTIONS } from '../../../components/audit/actions';
import { useActionText } from '../../../components/audit/audit-texts';
import { useTranslations } from '../../../i18n';
import { FilteredPage } from '../filtered-page';
import { readAuditSearch } from '../search';
import { auditQuery } from './api';
import { AuditTable } from './audit-table';

const route = getRouteApi('/signed-in/admin/audit');

export function AuditPage() {
  const t = useTranslations('admin.audit');
  const actionText = useActionText();
  const asked = route.useSearch();
  const search = { ...asked, action: oneOf(ACTIONS, asked.action) };
  const navigate = route.useNavigate();
  const actions = ACTIONS.map((value) => ({ value, label: actionText(value) }));
  return (
    <FilteredPage
      area="audit"
      icon={IconClipboardList}
      fields={[
        { name: 'action', label: t('columns.action'), choices: actions, any: t('anyAction') },
        { name: 'target', label: t('target') },
        { name: 'actor_id', label: t('columns.actor'), isAccount: true },
        { name: 'user_id', label: t('account'), isAccount: true },
      ]}
      search={search}
      read={readAuditSearch}
      onSearch={(next) => void navigate({ search: next })}
      query={useQuery(auditQuery(search))}
    >
      {(items) => <AuditTable entries={items} />}
    </FilteredPage>
  );
}
