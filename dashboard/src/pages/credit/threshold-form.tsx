import { Button, Group, Stack, Title } from '@mantine/core';
import { ErrorState } from '../../components/error-state';
import { Hint } from '../../components/hint';
import { RupiahInput } from '../../components/rupiah-input';
import { useApiForm } from '../../components/use-api-form';
import { useResetKey } from '../../components/use-reset-key';
import { WriteGuard } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { useThreshold } from './api';

/** Low-balance threshold; empty for no warning. */
export function ThresholdForm({ threshold }: Pick<Props, 'threshold'>) {
  const [key, onWrite] = useResetKey(String(threshold));
  return <ThresholdField key={key} threshold={threshold} onWrite={onWrite} />;
}

interface Props {
  threshold: number | null;
  onWrite: (content: string) => void;
}

function ThresholdField({ threshold, onWrite }: Props) {
  const t = useTranslations('credit.threshold');
  const save = useTranslations('common.actions')('save');
  const setThreshold = useThreshold();
  const initialValues: { low_threshold: number | string } = { low_threshold: threshold ?? '' };
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues,
    submit: ({ low_threshold: typed }) => {
      const next = typed === '' ? null : Number(typed);
      onWrite(String(next));
      return setThreshold(next);
    },
    successMessage: t('saved'),
  });
  return (
    <WriteGuard>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="sm">
          <Title order={2}>{t('title')}</Title>
          <Hint>{t('text')}</Hint>
          <Group align="flex-end" gap="sm">
            <RupiahInput
              label={t('field')}
              description={t('hint')}
              flex="1 1 180px"
              {...field('low_threshold')}
            />
            <Button type="submit" loading={isPending}>
              {save}
            </Button>
          </Group>
          {formError && <ErrorState error={formError} />}
        </Stack>
      </form>
    </WriteGuard>
  );
}
