import { Button, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormat, useTranslations } from '../i18n';
import { ConfirmDialog } from './confirm-dialog';
import { type Column, DataTable } from './data-table';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';
import { Section } from './section';
import { Tag } from './tag';
import { STATE_TONES } from './tones';
import { useApiForm } from './use-api-form';
import { useDialog } from './use-dialog';

interface FormProps<Values> {
  title: string;
  emailHint: string;
  initialValues: Values & { email: string };
  invite: (values: Values & { email: string }) => Promise<unknown>;
  /** Fields in addition to the email address. */
  children?: (field: (name: keyof Values & string) => object) => ReactNode;
}

/** Invites an email address. Resets after each invitation. */
export function Invite<Values extends Record<string, unknown>>(props: FormProps<Values>) {
  const [sent, setSent] = useState(0);
  return <InviteForm key={sent} {...props} onDone={() => setSent((count) => count + 1)} />;
}

function InviteForm<Values extends Record<string, unknown>>(
  props: FormProps<Values> & { onDone: () => void },
) {
  const { title, emailHint, initialValues, invite, children, onDone } = props;
  const t = useTranslations('shared.invitations');
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues,
    submit: invite,
    successMessage: t('sent'),
    onDone,
  });
  return (
    <Section title={title}>
      <form noValidate onSubmit={onSubmit}>
        <Stack align="flex-start" maw={480}>
          <TextInput
            label={t('email')}
            description={emailHint}
            type="email"
            autoComplete="off"
            required
            w="100%"
            {...field('email')}
          />
          {children?.(field)}
          {formError && <ErrorState error={formError} />}
          <Button type="submit" loading={isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

interface Invitation {
  id: number;
  email: string;
  status: keyof typeof STATE_TONES.invitation;
  expires_at: string;
}

interface TableProps<Row> {
  label: string;
  invitations: readonly Row[];
  /** A column in addition to the common ones. */
  column: Column<Row>;
  renderEmail?: (invitation: Row) => ReactNode;
  revoke: (invitation: Row) => Promise<unknown>;
}

export function InvitationTable<Row extends Invitation>(props: TableProps<Row>) {
  const { label, invitations, column, renderEmail = ({ email }) => email, revoke } = props;
  const t = useTranslations('shared.invitations');
  const { day } = useFormat();
  const dialog = useDialog<Row>();
  const columns: Column<Row>[] = [
    { key: 'email', compact: 'start', label: t('email'), render: renderEmail },
    column,
    {
      key: 'state',
      compact: 'below',
      label: t('state'),
      render: ({ status }) => <Tag tone={STATE_TONES.invitation[status]}>{t(`status.${status}`)}</Tag>,
    },
    { key: 'until', label: t('until'), render: ({ expires_at: at }) => day(at) },
    {
      key: 'action',
      compact: 'end',
      label: t('action'),
      render: (invitation) =>
        invitation.status === 'open' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('revokeTitle', { email: invitation.email })}
            onClick={() => dialog.open(invitation)}
          >
            {t('revoke')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable label={label} columns={columns} rows={invitations} rowKey={({ id }) => id} />
      <ConfirmDialog
        dialog={dialog}
        title={t('revokeTitle', { email: dialog.subject?.email ?? '' })}
        confirm={t('revoke')}
        isDangerous
        action={revoke}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </>
  );
}

export function NoInvitations() {
  const t = useTranslations('shared.invitations');
  return <EmptyState icon={IconMail} title={t('none')} text={t('noneText')} />;
}
