import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { impersonatedId } from '../../api/impersonation';
import { endSession, useMay } from '../../api/session';
import { BackLink } from '../../components/back-link';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { DialogForm } from '../../components/dialog-form';
import { DialogModal } from '../../components/dialog-modal';
import { Hint } from '../../components/hint';
import { InvitationTable, Invite, NoInvitations } from '../../components/invitations';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { Section } from '../../components/section';
import { Surface } from '../../components/surface';
import { useApiForm } from '../../components/use-api-form';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import {
  lastOwnerOf,
  type Member,
  memberInvitationsQuery,
  type MemberRole,
  membersQuery,
  useMemberChanges,
} from './api';
import { MemberTable } from './member-table';
import { RoleField } from './role-field';

export function MembersPage() {
  const t = useTranslations('members');
  const may = useMay();
  const role = useDialog<Member>();
  const removal = useDialog<Member>();
  const leaving = useDialog();
  const { remove, leave } = useMemberChanges();
  const members = useQuery(membersQuery);
  const isLastOwner = lastOwnerOf(members.data)?.current === true;
  return (
    <>
      <BackLink to="/account">{t('back')}</BackLink>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          isLastOwner ? (
            <Hint maw={320}>{t('lastOwner')}</Hint>
          ) : (
            <WriteButton needs="leaveAccount" variant="default" onClick={() => leaving.open(true)}>
              {t('leave')}
            </WriteButton>
          )
        }
      />
      <Stack gap="lg">
        <Surface>
          <Loaded query={members} rows={3}>
            {(list) => <MemberTable members={list} onChange={role.open} onRemove={removal.open} />}
          </Loaded>
        </Surface>
        {may('inviteMember') && impersonatedId === null && <Invitations />}
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

function Invitations() {
  const t = useTranslations('members');
  const { invite, revoke } = useMemberChanges();
  const initialValues: { email: string; role: MemberRole } = { email: '', role: 'viewer' };
  return (
    <>
      <Invite
        title={t('invite')}
        emailHint={t('emailHint')}
        initialValues={initialValues}
        invite={({ email, role }) => invite(email, role)}
      >
        {(field) => <RoleField {...field('role')} />}
      </Invite>
      <Section title={t('invitations')}>
        <Loaded query={useQuery(memberInvitationsQuery)} rows={2}>
          {(list) =>
            list.length === 0 ? (
              <NoInvitations />
            ) : (
              <InvitationTable
                label={t('invitations')}
                invitations={list}
                column={{
                  key: 'role',
                  compact: 'below',
                  label: t('role'),
                  render: ({ role }) => t(`roles.${role}`),
                }}
                revoke={revoke}
              />
            )
          }
        </Loaded>
      </Section>
    </>
  );
}
