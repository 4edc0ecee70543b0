import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { readPage } from '../../../api/search';
import { useSettings } from '../../../api/settings';
import { InvitationTable, Invite, NoInvitations } from '../../../components/invitations';
import { ButtonLink } from '../../../components/links';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Section } from '../../../components/section';
import { TimeAgo } from '../../../components/time-ago';
import { useTranslations } from '../../../i18n';
import { UserLink } from '../links';
import { invitationsQuery, useInvitations } from './api';

const route = getRouteApi('/signed-in/admin/invitations');

export function InvitationsPage() {
  const t = useTranslations('admin.invitations');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mode = useSettings()?.registration;
  const { invite, revoke } = useInvitations();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <ButtonLink to="/admin/users" variant="default">
            {t('users')}
          </ButtonLink>
        }
      />
      <Stack gap="lg">
        {mode !== undefined && <Alert>{t(`mode.${mode}`)}</Alert>}
        {mode !== undefined && mode !== 'closed' && (
          <Invite
            title={t('invite')}
            emailHint={t('emailHint')}
            initialValues={{ email: '' }}
            invite={invite}
          />
        )}
        <Section title={t('list')}>
          <PagedList
            query={useQuery(invitationsQuery(search))}
            rows={4}
            empty={<NoInvitations />}
            onPage={(page) => void navigate({ search: readPage({ page }) })}
          >
            {(items) => (
              <InvitationTable
                label={t('title')}
                invitations={items}
                column={{
                  key: 'since',
                  compact: 'below',
                  label: t('since'),
                  render: ({ created_at: at }) => <TimeAgo value={at} />,
                }}
                renderEmail={({ email, user_id: id }) =>
                  id === null ? email : <UserLink id={id}>{email}</UserLink>
                }
                revoke={({ id }) => revoke(id)}
              />
            )}
          </PagedList>
        </Section>
      </Stack>
    </>
  );
}
