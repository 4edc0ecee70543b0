import { Button, Group, Stack } from '@mantine/core';
import type { Schemas } from '../api/schemas';
import { useFormat, useTranslations } from '../i18n';
import { ErrorState } from './error-state';
import { Hint } from './hint';
import { RupiahInput } from './rupiah-input';
import { Section } from './section';
import { useApiForm } from './use-api-form';
import { useResetKey } from './use-reset-key';
import { FormGuard } from './write-guard';

/** Null: no cap. */
type Save = (cap: number | null) => Promise<unknown>;

interface Props {
  cap: Schemas['SpendCapView'];
  save: Save;
  mayChange: boolean;
}

/** Sets the daily spend cap of an account; an empty field: no cap. */
export function SpendCapCard({ cap, save, mayChange }: Props) {
  const t = useTranslations('credit.spendCap');
  const { rupiah, time } = useFormat();
  const [key, onWrite] = useResetKey(String(cap.spend_cap));
  const today = { spent: rupiah(cap.spent_today), time: time(cap.resets_at_utc) };
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <Hint>{t('text')}</Hint>
        <FormGuard isAllowed={mayChange}>
          <SpendCapForm key={key} cap={cap.spend_cap} save={save} onWrite={onWrite} />
        </FormGuard>
        <Hint>{t('today', today)}</Hint>
      </Stack>
    </Section>
  );
}

interface FormProps {
  cap: number | null;
  save: Save;
  onWrite: (content: string) => void;
}

function SpendCapForm({ cap, save, onWrite }: FormProps) {
  const t = useTranslations('credit.spendCap');
  const initialValues: { spend_cap: number | string } = { spend_cap: cap ?? '' };
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues,
    submit: ({ spend_cap: typed }) => {
      const next = typed === '' ? null : Number(typed);
      onWrite(String(next));
      return save(next);
    },
    successMessage: t('saved'),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <RupiahInput label={t('field')} description={t('hint')} flex="1 1 180px" {...field('spend_cap')} />
          <Button type="submit" variant="default" loading={isPending}>
            {t('submit')}
          </Button>
        </Group>
        {formError && <ErrorState error={formError} />}
      </Stack>
    </form>
  );
}
