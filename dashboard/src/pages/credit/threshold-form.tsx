import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { client, unwrap } from '../../api/client';
import { creditQuery } from '../../api/credit';
import { ErrorState } from '../../components/error-state';
import { notify } from '../../components/notify';
import { useApiForm } from '../../components/use-api-form';

/** Below which balance the account wants to be told; empty for never. */
export function ThresholdForm({ threshold }: { threshold: number | null }) {
  const t = useTranslations('credit.threshold');
  const save = useTranslations('common.actions')('save');
  const locale = useLocale();
  const queryClient = useQueryClient();
  const initialValues: { low_threshold: number | string } = { low_threshold: threshold ?? '' };
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues,
    submit: ({ low_threshold: typed }) =>
      unwrap(
        client.PATCH('/api/account/credit', { body: { low_threshold: typed === '' ? null : Number(typed) } }),
      ),
    onDone: (credit) => {
      queryClient.setQueryData(creditQuery.queryKey, credit);
      notify({ message: t('saved') });
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="sm">
        <Title order={2}>{t('title')}</Title>
        <Text size="sm" c="dimmed">
          {t('text')}
        </Text>
        <Group align="flex-end" gap="sm">
          <NumberInput
            label={t('field')}
            description={t('hint')}
            thousandSeparator={locale === 'id' ? '.' : ','}
            decimalSeparator={locale === 'id' ? ',' : '.'}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputMode="numeric"
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
  );
}
