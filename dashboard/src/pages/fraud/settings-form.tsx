import { Button, Group, NumberInput, Radio, SimpleGrid, Stack } from '@mantine/core';
import { useMay } from '../../api/session';
import { ErrorState } from '../../components/error-state';
import { Hint } from '../../components/hint';
import { Section } from '../../components/section';
import { useApiForm } from '../../components/use-api-form';
import { useResetKey } from '../../components/use-reset-key';
import { FormGuard } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { FRAUD_OPERATIONS, type FraudScope, type FraudSettings, useFraudChanges } from './api';

const LIMITS = [
  'window_minutes',
  'prefix_sends_max',
  'conversion_percent_min',
  'sequential_phones_max',
  'device_phones_max',
  'address_phones_max',
  'volume_factor',
] as const satisfies (keyof FraudSettings)[];
type Limit = (typeof LIMITS)[number];

interface Props {
  scope: FraudScope;
  settings: FraudSettings;
}

/** Form for mode and limits. It shows the limits in force; an empty field stands for the default. */
export function SettingsForm({ scope, settings }: Props) {
  const t = useTranslations('fraud.settings');
  const may = useMay();
  const [key, onWrite] = useResetKey(JSON.stringify(settings));
  return (
    <Section title={t('title')}>
      <FormGuard isAllowed={may(FRAUD_OPERATIONS[scope].set)}>
        <Fields key={key} scope={scope} settings={settings} onWrite={onWrite} />
      </FormGuard>
    </Section>
  );
}

function Fields({ scope, settings, onWrite }: Props & { onWrite: (content: string) => void }) {
  const t = useTranslations('fraud.settings');
  const save = useTranslations('common.actions')('save');
  const { set } = useFraudChanges(scope);
  const own = (limit: Limit) => (settings.set.includes(limit) ? settings[limit] : '');
  const initialValues: Record<Limit, string | number> & { mode: string } = {
    mode: settings.mode,
    ...(Object.fromEntries(LIMITS.map((limit) => [limit, own(limit)])) as Record<Limit, string | number>),
  };
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues,
    submit: async ({ mode, ...typed }) => {
      const limits = LIMITS.map(
        (limit) => [limit, typed[limit] === '' ? null : Number(typed[limit])] as const,
      );
      const saved = await set({
        mode: mode === 'enforce' ? 'enforce' : 'shadow',
        ...Object.fromEntries(limits),
      });
      onWrite(JSON.stringify(saved));
    },
    successMessage: t('saved'),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Radio.Group label={t('mode')} {...field('mode')}>
          <Stack gap="xs" mt={6}>
            <Radio value="shadow" label={t('shadow')} description={t('shadowHint')} />
            <Radio value="enforce" label={t('enforce')} description={t('enforceHint')} />
          </Stack>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {LIMITS.map((limit) => (
            <NumberInput
              key={limit}
              label={t(`limit.${limit}`)}
              // An own limit says nothing about the default.
              placeholder={own(limit) === '' ? String(settings[limit]) : undefined}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              {...field(limit)}
            />
          ))}
        </SimpleGrid>
        <Hint>{t('hint')}</Hint>
        {formError && <ErrorState error={formError} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
