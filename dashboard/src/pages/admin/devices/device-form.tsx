import { Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state';
import { Hint } from '../../../components/hint';
import { PasswordField } from '../../../components/password-field';
import { Section } from '../../../components/section';
import { useApiForm } from '../../../components/use-api-form';
import { useTranslations } from '../../../i18n';
import { EXAMPLE_ADDRESS } from './addresses.rules';
import type { Device, Driver } from './api';
import type { DeviceFields } from './device-fields';
import { type DeviceValues, valuesOf } from './device-values';
import { DriverGuide } from './driver-guide';
import { LimitsFields } from './limits-fields';
import { SettingField } from './setting-field';
import { signingKeyOf } from './signing-key.rules';
import { TemplatePreview } from './template-preview';
import { useDriverWords } from './use-driver-words';

interface Props {
  driver: Driver;
  /** The edited device; undefined for a new one. */
  device?: Device;
  submit: (values: DeviceValues) => Promise<Device>;
  onDone: (device: Device) => void;
  cancel: ReactNode;
}

/** Form for a device; its fields depend on the driver. */
export function DeviceForm({ driver, device, submit, onDone, cancel }: Props) {
  const t = useTranslations('admin.deviceForm');
  const words = useDriverWords();
  const fields = useApiForm({ initialValues: valuesOf(driver, device), submit, onDone });
  const { onSubmit, isPending, formError, field } = fields;
  return (
    <form noValidate onSubmit={onSubmit} autoComplete="off">
      <Stack gap="lg">
        <ConnectionSection driver={driver} device={device} fields={fields} />
        {driver.settings.length > 0 && (
          <Section title={t('driverSettings', { driver: words.title(driver) })}>
            <Stack>
              {driver.settings.map((setting) => (
                <SettingField
                  key={setting.name}
                  driver={driver.name}
                  setting={setting}
                  field={field(setting.name)}
                />
              ))}
            </Stack>
          </Section>
        )}
        <SendingSection driver={driver} device={device} fields={fields} />
        {formError && <ErrorState error={formError} />}
        <Group justify="flex-end" gap="sm">
          {cancel}
          <Button type="submit" loading={isPending}>
            {t(device ? 'save' : 'create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SectionProps {
  driver: Driver;
  device: Device | undefined;
  fields: DeviceFields;
}

function ConnectionSection({ driver, device, fields: { field, form } }: SectionProps) {
  const t = useTranslations('admin.deviceForm');
  const words = useDriverWords();
  const key = signingKeyOf(driver.name);
  const hasSecret = device?.webhook_secret_set ?? false;
  return (
    <Section title={t('connection')} aside={<DriverGuide driver={driver} />}>
      <Stack>
        {driver.signs_since && (
          <Hint>{t('signsSince', { driver: words.title(driver), version: driver.signs_since })}</Hint>
        )}
        <TextInput label={t('name')} description={t('nameHint')} required maxLength={60} {...field('name')} />
        <TextInput
          label={t('baseUrl')}
          description={t('baseUrlHint')}
          type="url"
          placeholder={EXAMPLE_ADDRESS[driver.name]}
          required
          maxLength={255}
          {...field('base_url')}
        />
        <PasswordField
          label={t('token')}
          description={device ? t('tokenKeep') : words.token(driver)}
          required={!device}
          autoComplete="new-password"
          {...field('token')}
        />
        {driver.capabilities.signed_callbacks && key !== 'token' && (
          <PasswordField
            label={t('secret')}
            description={hasSecret ? t('secretKeep') : t(`secretHint.${key}`)}
            autoComplete="new-password"
            {...field('webhook_secret')}
          />
        )}
        {hasSecret && key !== 'token' && (
          <Checkbox
            label={t(`secretRemove.${key}`)}
            key={form.key('removes_secret')}
            {...form.getInputProps('removes_secret', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Section>
  );
}

function SendingSection({ driver, device, fields }: SectionProps) {
  const t = useTranslations('admin.deviceForm');
  const { field, form } = fields;
  const { own_text: hasOwnText, check_number: canCheck } = driver.capabilities;
  return (
    <Section title={t('sending')}>
      <Stack>
        {hasOwnText ? (
          <Hint>{t('ownText')}</Hint>
        ) : (
          <Textarea
            label={t('template')}
            description={t('templateHint')}
            autosize
            minRows={2}
            maxRows={8}
            {...field('template')}
          />
        )}
        <TemplatePreview driver={driver} fields={fields} />
        <NumberInput
          label={t('weight')}
          description={t('weightHint')}
          min={1}
          max={100}
          allowDecimal={false}
          maw={420}
          {...field('weight')}
        />
        {canCheck && (
          <Checkbox
            label={t('checkNumber')}
            key={form.key('check_number')}
            {...form.getInputProps('check_number', { type: 'checkbox' })}
          />
        )}
        <LimitsFields isNew={!device} fields={fields} />
      </Stack>
    </Section>
  );
}
