import { Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form';
import { DialogModal } from '../../../components/dialog-modal';
import { Loaded } from '../../../components/loaded';
import { Section } from '../../../components/section';
import { useApiForm } from '../../../components/use-api-form';
import { useDialog } from '../../../components/use-dialog';
import { WriteButton } from '../../../components/write-guard';
import { useFormat, useTranslations } from '../../../i18n';
import { type AdminUser, type Closing, closingQuery, useUserChanges } from './api';

const NOTE_MAX = 200;

/** The owner's request to close the account, and its state. */
export function ClosingCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user.closing');
  return (
    <Section title={t('title')}>
      <Loaded query={useQuery(closingQuery(user.id))}>
        {(closing) => <State user={user} closing={closing} />}
      </Loaded>
    </Section>
  );
}

function State({ user, closing }: { user: AdminUser; closing: Closing }) {
  const t = useTranslations('admin.user.closing');
  const format = useFormat();
  const dialog = useDialog();
  const { requested_at: requested, closed_at: closed, erase_at: erase, erased_at: erased } = closing;
  const time = (moment: string | null) => ({ time: moment === null ? '' : format.time(moment) });
  return (
    <Stack gap="sm" align="flex-start">
      {closing.state === 'open' && <Text size="sm">{t('open')}</Text>}
      {requested !== null && <Text size="sm">{t('requested', time(requested))}</Text>}
      {closed !== null && <Text size="sm">{t('closed', time(closed))}</Text>}
      {closing.state === 'closed' && <Text size="sm">{t('eraseAt', time(erase))}</Text>}
      {erased !== null && <Text size="sm">{t('erased', time(erased))}</Text>}
      {closed === null && (
        <WriteButton needs="closeUser" variant="default" onClick={() => dialog.open(true)}>
          {t('close')}
        </WriteButton>
      )}
      <DialogModal dialog={dialog} title={t('closeTitle', { name: user.name })}>
        {() => <CloseForm user={user} onDone={dialog.close} />}
      </DialogModal>
    </Stack>
  );
}

function CloseForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const t = useTranslations('admin.user.closing');
  const format = useFormat();
  const { close } = useUserChanges(user);
  const { field, ...form } = useApiForm({
    initialValues: { note: '' },
    submit: ({ note }) => close(note.trim()),
    successMessage: t('done'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('close')} onCancel={onDone}>
      <Text size="sm">{t('closeText', { balance: format.rupiah(user.credit_balance) })}</Text>
      <TextInput label={t('note')} description={t('noteHint')} maxLength={NOTE_MAX} {...field('note')} />
    </DialogForm>
  );
}
