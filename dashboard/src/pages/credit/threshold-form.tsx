import { Button, Group, NumberInput, Stack, Title } from '@mantine/core';
import type { Credit } from '../../api/credit';
import { useMay } from '../../api/session';
import { ErrorState } from '../../components/error-state';
import { Hint } from '../../components/hint';
import { RupiahInput } from '../../components/rupiah-input';
import { useApiForm } from '../../components/use-api-form';
import { useResetKey } from '../../components/use-reset-key';
import { FormGuard } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { useThresholds } from './api';

type Thresholds = Pick<Credit, 'low_threshold' | 'low_runway_days'>;

const contentOf = ({ low_threshold, low_runway_days }: Thresholds) => `${low_threshold} ${low_runway_days}`;

/** Low-balance warnings; an empty field for none. */
export function ThresholdForm({ credit }: { credit: Thresholds }) {
  const [key, onWrite] = useResetKey(contentOf(credit));
  return <ThresholdFields key={key} credit={credit} onWrite={onWrite} />;
}

interface Props {
  credit: Thresholds;
  onWrite: (content: string) => void;
}

type Typed = Record<keyof Thresholds, number | string>;

const numberOf = (typed: number | string) => (typed === '' ? null : Number(typed));

function ThresholdFields({ credit, onWrite }: Props) {
  const t = useTranslations('credit.threshold');
  const save = useTranslations('common.actions')('save');
  const may = useMay();
  const setThresholds = useThresholds();
  const initialValues: Typed = {
    low_threshold: credit.low_threshold ?? '',
    low_runway_days: credit.low_runway_days ?? '',
  };
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues,
    submit: (typed) => {
      const next = {
        low_threshold: numberOf(typed.low_threshold),
        low_runway_days: numberOf(typed.low_runway_days),
      };
      onWrite(contentOf(next));
      return setThresholds(next);
    },
    successMessage: t('saved'),
  });
  return (
    <FormGuard isAllowed={may('setCreditThreshold')}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="sm">
          <Title order={2}>{t('title')}</Title>
          <Hint>{t('text')}</Hint>
          <RupiahInput label={t('field')} description={t('hint')} {...field('low_threshold')} />
          <Group align="flex-end" gap="sm">
            <NumberInput
              label={t('days')}
              description={t('hint')}
              flex="1 1 180px"
              min={1}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              hideControls
              {...field('low_runway_days')}
            />
            <Button type="submit" loading={isPending}>
              {save}
            </Button>
          </Group>
          {formError && <ErrorState error={formError} />}
        </Stack>
      </form>
    </FormGuard>
  );
}
