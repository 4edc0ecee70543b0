import { Button, Checkbox, NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { useApiForm } from '../../../components/use-api-form';
import { useTranslations } from '../../../i18n';
import { type Device, useTemplates } from './api';
import { textSetting } from './callback-command.rules';
import { TEMPLATE_BUTTONS, templateOf, type TemplateValues } from './template-values';

/** Form for a new template. It is reset after each one. */
export function TemplateForm({ device }: { device: Device }) {
  const [created, setCreated] = useState(0);
  return <EmptyForm key={created} device={device} onDone={() => setCreated((count) => count + 1)} />;
}

function EmptyForm({ device, onDone }: { device: Device; onDone: () => void }) {
  const t = useTranslations('admin.templates');
  const { create } = useTemplates(device.id);
  const initialValues: TemplateValues = {
    name: textSetting(device, 'template') ?? '',
    language: textSetting(device, 'template_language_id') ?? 'id',
    button: 'copy_code',
    security_recommendation: true,
    code_expiration_minutes: 5,
    message_send_ttl_seconds: 300,
    apps: '',
    zero_tap_terms_accepted: false,
  };
  const fields = useApiForm({
    initialValues,
    submit: (values: TemplateValues) => create(templateOf(values)),
    successMessage: t('created'),
    onDone,
  });
  const { field, onSubmit, isPending, formError } = fields;
  return (
    <Section title={t('create')}>
      <form noValidate onSubmit={onSubmit} autoComplete="off">
        <Stack align="flex-start" maw={560}>
          <TextInput label={t('name')} description={t('nameHint')} required w="100%" {...field('name')} />
          <TextInput label={t('language')} description={t('languageHint')} required {...field('language')} />
          <ButtonFields fields={fields} />
          <TextFields fields={fields} />
          {formError && <ErrorState error={formError} />}
          <Button type="submit" loading={isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

type Fields = Pick<ReturnType<typeof useApiForm<TemplateValues, unknown>>, 'form' | 'field'>;

/** The kind of the button, and the fields of that kind. */
function ButtonFields({ fields: { form, field } }: { fields: Fields }) {
  const t = useTranslations('admin.templates');
  const [button, setButton] = useState<TemplateValues['button']>('copy_code');
  form.watch('button', ({ value }) => setButton(value));
  return (
    <>
      <Radio.Group label={t('columns.button')} {...field('button')}>
        <Stack gap="xs" mt="xs">
          {TEMPLATE_BUTTONS.map((each) => (
            <Radio key={each} value={each} label={t(`buttons.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Hint role="status">{t(`buttonText.${button}`)}</Hint>
      {button !== 'copy_code' && (
        <Textarea
          label={t('apps')}
          description={t('appsHint')}
          placeholder="com.example.app K8a/AINcGX7"
          autosize
          minRows={2}
          maxRows={5}
          required
          w="100%"
          {...field('apps')}
        />
      )}
      {button === 'zero_tap' && (
        <Checkbox
          label={t('terms')}
          {...form.getInputProps('zero_tap_terms_accepted', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

function TextFields({ fields: { form, field } }: { fields: Fields }) {
  const t = useTranslations('admin.templates');
  return (
    <>
      <Checkbox
        label={t('advice')}
        {...form.getInputProps('security_recommendation', { type: 'checkbox' })}
      />
      <NumberInput
        label={t('expiry')}
        description={t('expiryHint')}
        min={1}
        max={90}
        allowDecimal={false}
        {...field('code_expiration_minutes')}
      />
      <NumberInput
        label={t('validity')}
        description={t('validityHint')}
        min={30}
        max={900}
        allowDecimal={false}
        {...field('message_send_ttl_seconds')}
      />
    </>
  );
}
