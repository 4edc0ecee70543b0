import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { ErrorState } from '../../../components/error-state';
import { useApiForm } from '../../../components/use-api-form';
import { WriteGuard } from '../../../components/write-guard';
import { useTranslations } from '../../../i18n';
import { type PrivacyKind, usePrivacyChanges } from './api';

const KINDS = ['access', 'erasure', 'restriction'] as const satisfies readonly PrivacyKind[];

export function RequestForm({ onEntered }: { onEntered: () => void }) {
  const t = useTranslations('admin.privacy');
  const { enter } = usePrivacyChanges();
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { phone: '', kind: 'access', note: '' },
    submit: ({ phone, kind: chosen, note }) => {
      const kind = KINDS.find((each) => each === chosen) ?? 'access';
      return enter({ phone, kind, ...(note !== '' && { note }) });
    },
    successMessage: t('entered'),
    onDone: onEntered,
  });
  return (
    <WriteGuard>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="sm" maw={520}>
          <TextInput label={t('phone')} description={t('phoneHint')} autoComplete="off" {...field('phone')} />
          <Radio.Group label={t('kind.label')} {...field('kind')}>
            <Group mt={6}>
              {KINDS.map((kind) => (
                <Radio key={kind} value={kind} label={t(`kind.${kind}`)} />
              ))}
            </Group>
          </Radio.Group>
          <TextInput label={t('note')} description={t('noteHint')} autoComplete="off" {...field('note')} />
          {formError && <ErrorState error={formError} />}
          <Group>
            <Button type="submit" variant="default" loading={isPending}>
              {t('enter')}
            </Button>
          </Group>
        </Stack>
      </form>
    </WriteGuard>
  );
}
