import { Button, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { impersonatedId } from '../../api/impersonation';
import { endSession, useMay } from '../../api/session';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { DialogForm } from '../../components/dialog-form';
import { DialogModal } from '../../components/dialog-modal';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { Section } from '../../components/section';
import { Surface } from '../../components/surface';
import { useApiForm } from '../../components/use-api-form';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import {
  type Member,
  type MemberInvitation,
  memberInvitationsQuery,
  type MemberRole,
  membersQuery,
  useMemberChanges,
} from './api';
import { MemberInvitationTable, MemberTable } from './member-table';
import { RoleField } from './role-field';

export function MembersPage() {
  const t = useTranslations('members');
  const may = useMay();
  const role = useDialog<Member>();
  const removal = useDialog<Member>();
  const leaving = useDialog();
  const { remove, leave } = useMemberChanges();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <WriteButton needs="leaveAccount" variant="default" onClick={() => leaving.open(true)}>
            {t('leave')}
          </WriteButton>
        }
      />
      <Stack gap="lg">
        <Surface>
          <Loaded query={useQuery(membersQuery)} rows={3}>
            {(members) => <MemberTable members={members} onChange={role.open} onRemove={removal.open} />}
          </Loaded>
        </Surface>
        {may('inviteMember') && impersonatedId === null && (
          <>
            <Invite />
            <Invitations />
          </>
        )}
      </Stack>
      <DialogModal dialog={role} title={t('changeTitle', { name: role.subject?.username ?? '' })}>
        {(member) => <RoleForm member={member} onDone={role.close} />}
      </DialogModal>
      <ConfirmDialog
        dialog={removal}
        title={t('removeTitle', { name: removal.subject?.username ?? '' })}
        confirm={t('remove')}
        isDangerous
        action={remove}
      >
        {t('removeText')}
      </ConfirmDialog>
      <ConfirmDialog
        dialog={leaving}
        title={t('leave')}
        confirm={t('leave')}
        isDangerous
        action={() => leave().then(() => endSession())}
      >
        {t('leaveText')}
      </ConfirmDialog>
    </>
  );
}

function RoleForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const t = useTranslations('members');
  const { setRole } = useMemberChanges();
  const { field, ...form } = useApiForm({
    initialValues: { role: member.role },
    submit: ({ role }) => setRole(member, role),
    successMessage: t('changed'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('change')} onCancel={onDone}>
      <RoleField {...field('role')} />
    </DialogForm>
  );
}

/** Resets the form after each invitation. */
function Invite() {
  const [sent, setSent] = useState(0);
  return <InviteForm key={sent} onDone={() => setSent((count) => count + 1)} />;
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('members');
  const { invite } = useMemberChanges();
  const initialValues: { email: string; role: MemberRole } = { email: '', role: 'viewer' };
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues,
    submit: ({ email, role }) => invite(email, role),
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
          <RoleField {...field('role')} />
          {formError && <ErrorState error={formError} />}
          <Button type="submit" loading={isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

function Invitations() {
  const t = useTranslations('members');
  const dialog = useDialog<MemberInvitation>();
  const { revoke } = useMemberChanges();
  return (
    <Section title={t('invitations')}>
      <Loaded query={useQuery(memberInvitationsQuery)} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={IconMail} title={t('none')} text={t('noneText')} />
          ) : (
            <MemberInvitationTable invitations={list} onRevoke={dialog.open} />
          )
        }
      </Loaded>
      <ConfirmDialog
        dialog={dialog}
        title={t('revokeTitle', { email: dialog.subject?.email ?? '' })}
        confirm={t('revoke')}
        isDangerous
        action={revoke}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </Section>
  );
}
