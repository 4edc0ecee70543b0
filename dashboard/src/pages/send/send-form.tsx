import { Button, Group, Input, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconDice3, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { ApiKey } from '../../api/api-keys';
import { priceOf, pricesQuery } from '../../api/prices';
import { ErrorState } from '../../components/error-state';
import { randomCode } from '../../components/random-code';
import { SendFailure } from '../../components/send-failure';
import { useDialog } from '../../components/use-dialog';
import { useFormat, useTranslations } from '../../i18n';
import { LANGUAGES } from '../../i18n/languages';
import { brandsQuery } from './api';
import { ConfirmLive } from './confirm-live';
import { TestNumbers } from './test-numbers';
import type { SendForm } from './use-send-form';

interface Props {
  usableKeys: readonly ApiKey[];
  sendForm: SendForm;
}

/** Form of a send. Live sends need a confirmation with the price. */
export function SendForm({ usableKeys, sendForm }: Props) {
  const t = useTranslations('send.form');
  const { form, values, field, onSubmit, isPending, formError } = sendForm;
  const confirmation = useDialog();
  const prices = useQuery(pricesQuery);
  const isTest = usableKeys.find(({ id }) => String(id) === values.api_key_id)?.mode === 'test';
  const price = isTest ? 0 : priceOf(prices.data?.items, 'whatsapp');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Incomplete input goes to the API, whose error names the fields.
    const isComplete = values.phone.trim() !== '' && values.otp_code.trim() !== '';
    if (isTest || !isComplete) return onSubmit(event);
    event.preventDefault();
    confirmation.open(true);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <KeyField usableKeys={usableKeys} sendForm={sendForm} />
        <TextInput
          type="tel"
          label={t('phone')}
          description={t(isTest ? 'phoneTestHint' : 'phoneHint')}
          autoComplete="off"
          required
          key={form.key('phone')}
          {...field('phone')}
        />
        {isTest && <TestNumbers onPick={(phone) => form.setFieldValue('phone', phone)} />}
        <CodeField sendForm={sendForm} />
        <BrandField sendForm={sendForm} />
        <LanguageField sendForm={sendForm} />
        {formError && <SendFailure error={formError} isTest={isTest} />}
        {price === undefined && prices.isError && (
          <ErrorState error={prices.error} retry={() => void prices.refetch()} />
        )}
        <SubmitButton price={price} isTest={isTest} isPending={isPending} />
      </Stack>
      {price !== undefined && (
        <ConfirmLive dialog={confirmation} phone={values.phone} price={price} onConfirm={() => onSubmit()} />
      )}
    </form>
  );
}

function KeyField({ usableKeys, sendForm }: Props) {
  const t = useTranslations('send.form');
  const mode = useTranslations('shared.mode');
  return (
    <NativeSelect
      label={t('key')}
      required
      data={usableKeys.map((key) => ({
        value: String(key.id),
        label: t('keyOption', { name: key.name, mode: mode(key.mode), last4: key.last4 }),
      }))}
      key={sendForm.form.key('api_key_id')}
      {...sendForm.field('api_key_id')}
    />
  );
}

function CodeField({ sendForm: { form, field } }: Pick<Props, 'sendForm'>) {
  const t = useTranslations('send.form');
  const generate = (
    <Button
      variant="default"
      leftSection={<IconDice3 size={18} aria-hidden />}
      onClick={() => form.setFieldValue('otp_code', randomCode())}
    >
      {t('generate')}
    </Button>
  );
  return (
    <TextInput
      label={t('code')}
      description={t('codeHint')}
      inputMode="numeric"
      autoComplete="off"
      required
      inputContainer={(input) => (
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <div style={{ flex: 1 }}>{input}</div>
          {generate}
        </Group>
      )}
      key={form.key('otp_code')}
      {...field('otp_code')}
    />
  );
}

function LanguageField({ sendForm: { form, field } }: Pick<Props, 'sendForm'>) {
  const t = useTranslations('send.form');
  return (
    <Input.Wrapper label={t('language')} labelElement="div" error={form.errors['language']}>
      <SegmentedControl
        fullWidth
        aria-label={t('language')}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        {...field('language')}
      />
    </Input.Wrapper>
  );
}

/** The button shows the price, and is disabled until the price is loaded. */
interface SubmitProps {
  price: number | undefined;
  isTest: boolean;
  isPending: boolean;
}

function SubmitButton({ price, isTest, isPending }: SubmitProps) {
  const t = useTranslations('send.form');
  const { rupiah } = useFormat();
  const words = () => {
    if (price === undefined) return t('submit');
    return isTest ? t('submitTest') : t('submitLive', { price: rupiah(price) });
  };
  return (
    <Button
      type="submit"
      size="md"
      disabled={price === undefined}
      loading={isPending}
      leftSection={<IconSend size={18} aria-hidden />}
    >
      {words()}
    </Button>
  );
}

/** Lists the approved brands, if there are any. */
function BrandField({ sendForm }: { sendForm: SendForm }) {
  const t = useTranslations('send.form');
  const { data } = useQuery(brandsQuery);
  const brands = data?.approved_brands ?? [];
  return (
    <TextInput
      label={t('brand')}
      description={brands.length > 0 ? t('brandApproved', { brands: brands.join(', ') }) : t('brandHint')}
      autoComplete="off"
      required
      {...sendForm.field('company_name')}
    />
  );
}
