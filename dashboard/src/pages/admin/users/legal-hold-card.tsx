import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { DialogForm } from '../../../components/dialog-form';
import { DialogModal } from '../../../components/dialog-modal';
import { Loaded } from '../../../components/loaded';
import { Section } from '../../../components/section';
import { useApiForm } from '../../../components/use-api-form';
import { useDialog } from '../../../components/use-dialog';
import { WriteButton } from '../../../components/write-guard';
import { useFormat, useTranslations } from '../../../i18n';
import { type AdminUser, type LegalHold, legalHoldQuery, useUserChanges } from './api';

const REASON_MAX = 300;

/** Sets a legal hold with its reason: retention and erasures then delete nothing of the account. */
export function LegalHoldCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user.legalHold');
  return (
    <Section title={t('title')}>
      <Loaded query={useQuery(legalHoldQuery(user.id))}>{(hold) => <State user={user} hold={hold} />}</Loaded>
    </Section>
  );
}

function State({ user, hold }: { user: AdminUser; hold: LegalHold }) {
  const t = useTranslations('admin.user.legalHold');
  const format = useFormat();
  const setting = useDialog();
  const ending = useDialog();
  const { hold: setHold } = useUserChanges(user);
  const { reason, created_at: since } = hold;
  return (
    <Stack gap="sm" align="flex-start">
      {since === null ? (
        <Text size="sm">{t('none')}</Text>
      ) : (
        <>
          <Text size="sm">{t('since', { time: format.time(since) })}</Text>
          <Text size="sm">{t('because', { reason: reason ?? '' })}</Text>
        </>
      )}
      <Group gap="sm">
        <WriteButton needs="setLegalHold" variant="default" onClick={() => setting.open(true)}>
          {t(hold.active ? 'change' : 'set')}
        </WriteButton>
        {hold.active && (
          <WriteButton needs="setLegalHold" variant="default" onClick={() => ending.open(true)}>
            {t('end')}
          </WriteButton>
        )}
      </Group>
      <DialogModal dialog={setting} title={t(hold.active ? 'change' : 'set')}>
        {() => <HoldForm user={user} reason={reason ?? ''} onDone={setting.close} />}
      </DialogModal>
      <ConfirmDialog
        dialog={ending}
        title={t('endTitle', { name: user.name })}
        confirm={t('end')}
        isDangerous
        action={() => setHold({ active: false })}
      >
        {t('endText')}
      </ConfirmDialog>
    </Stack>
  );
}

function HoldForm({ user, reason, onDone }: { user: AdminUser; reason: string; onDone: () => void }) {
  const t = useTranslations('admin.user.legalHold');
  const { hold } = useUserChanges(user);
  const { field, ...form } = useApiForm({
    initialValues: { reason },
    // Without a reason, the API says that it is missing.
    submit: (values) => hold({ active: true, reason: values.reason.trim() || undefined }),
    successMessage: t('saved'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('save')} onCancel={onDone}>
      <Text size="sm">{t('text')}</Text>
      <TextInput
        label={t('reason')}
        description={t('reasonHint')}
        maxLength={REASON_MAX}
        required
        data-autofocus
        {...field('reason')}
      />
    </DialogForm>
  );
}
