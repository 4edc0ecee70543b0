import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { readPage } from '../../../api/search';
import { useSettings } from '../../../api/settings';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { ButtonLink } from '../../../components/links';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Section } from '../../../components/section';
import { useApiForm } from '../../../components/use-api-form';
import { useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { type Invitation, invitationsQuery, useInvitations } from './api';
import { InvitationTable } from './invitation-table';

const route = getRouteApi('/signed-in/admin/invitations');

export function InvitationsPage() {
  const t = useTranslations('admin.invitations');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mode = useSettings()?.registration;
  const dialog = useDialog<Invitation>();
  const { revoke } = useInvitations();
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
        {mode !== undefined && mode !== 'closed' && <Invite />}
        <Section title={t('list')}>
          <PagedList
            query={useQuery(invitationsQuery(search))}
            rows={4}
            empty={<EmptyState icon={IconMail} title={t('none')} text={t('noneText')} />}
            onPage={(page) => void navigate({ search: readPage({ page }) })}
          >
            {(items) => <InvitationTable invitations={items} onRevoke={dialog.open} />}
          </PagedList>
        </Section>
      </Stack>
      <ConfirmDialog
        dialog={dialog}
        title={t('revokeTitle', { email: dialog.subject?.email ?? '' })}
        confirm={t('revoke')}
        isDangerous
        action={({ id }) => revoke(id)}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </>
  );
}

/** Resets the form after each invitation. */
function Invite() {
  const [sent, setSent] = useState(0);
  return <InviteForm key={sent} onDone={() => setSent((count) => count + 1)} />;
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('admin.invitations');
  const { invite } = useInvitations();
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { email: '' },
    submit: invite,
    successMessage: t('sent'),
    onDone,
  });
  return (
    <Section title={t('invite')}>
      <form noValidate onSubmit={onSubmit}>
        <Stack align="flex-start" maw={480}>
          <TextInput
            label={t('email')}
            description={t('emailHint')}
            type="email"
            autoComplete="off"
            required
            w="100%"
            {...field('email')}
          />
          {formError && <ErrorState error={formError} />}
          <Button type="submit" loading={isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
