import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, apiKeysQuery, stateOf } from '../../../api/api-keys';
import type { SendResult } from '../../../api/sender';
import { useMe } from '../../../api/session';
import { settingsQuery } from '../../../api/settings';
import { defaultBrand } from '../../../components/default-brand';
import { Hint } from '../../../components/hint';
import { ButtonLink, TextLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { randomCode } from '../../../components/random-code';
import { SendFailure } from '../../../components/send-failure';
import { useApiForm } from '../../../components/use-api-form';
import { useFormat, useLocale, useTranslations } from '../../../i18n';
import { createDeviceSender, type Device } from './api';

const FORM_HEIGHT = 240;

/**
 * Sends a message to the administrator's phone through this device only. It is charged and recorded like any
 * other.
 */
export function SendToSelf({ device }: { device: Device }) {
  return (
    <Loaded query={useQuery(apiKeysQuery)} height={FORM_HEIGHT}>
      {(apiKeys) => {
        const live = apiKeys.filter((key) => key.mode === 'live' && stateOf(key, new Date()) === 'active');
        return live.length === 0 ? <NoLiveKey /> : <SendForm device={device} live={live} />;
      }}
    </Loaded>
  );
}

function NoLiveKey() {
  const t = useTranslations('admin.setup.message');
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{t('noKey')}</Text>
      <ButtonLink to="/keys">{t('toKeys')}</ButtonLink>
    </Stack>
  );
}

function SendForm({ device, live }: { device: Device; live: readonly ApiKey[] }) {
  const t = useTranslations('admin.setup.message');
  const words = useTranslations('send.form');
  const { rupiah } = useFormat();
  const { price } = useQuery(settingsQuery).data ?? {};
  const { field, onSubmit, isPending, formError, sent } = useDeviceSend(device, live);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="sm" maw={420}>
        <TextInput type="tel" label={t('phone')} autoComplete="tel" required {...field('phone')} />
        <TextInput label={words('brand')} autoComplete="off" required {...field('company_name')} />
        <NativeSelect
          label={words('key')}
          required
          data={live.map(({ id, name, last4 }) => ({ value: String(id), label: `${name} · …${last4}` }))}
          {...field('api_key_id')}
        />
        {formError && <SendFailure error={formError} isTest={false} />}
        <Button
          type="submit"
          disabled={price === undefined}
          loading={isPending}
          leftSection={<IconSend size={18} aria-hidden />}
        >
          {price === undefined ? words('submit') : words('submitLive', { price: rupiah(price) })}
        </Button>
        {sent && <Sent {...sent} />}
      </Stack>
    </form>
  );
}

interface Sent {
  code: string;
  result: SendResult;
}

function useDeviceSend(device: Device, live: readonly ApiKey[]) {
  const { name } = useMe();
  const language = useLocale() === 'en' ? 'en' : 'id';
  const [send] = useState(() => createDeviceSender(device.id));
  // Kept until it is sent, so that a retry sends the same message.
  const [code, setCode] = useState(randomCode);
  const [sent, setSent] = useState<Sent | null>(null);
  const form = useApiForm({
    initialValues: { phone: '', company_name: defaultBrand(name), api_key_id: String(live[0]?.id) },
    submit: ({ api_key_id: id, ...values }) =>
      send({ ...values, api_key_id: Number(id), otp_code: code, language }),
    onDone: (result) => {
      setSent({ code, result });
      setCode(randomCode());
    },
  });
  return { ...form, sent };
}

/** Shows the code, to compare it with the received one. */
function Sent({ code, result: { recipient, reference } }: Sent) {
  const t = useTranslations('admin.setup.message');
  return (
    <div role="status">
      <Text size="sm">
        {t('sent', { recipient, code })}{' '}
        <TextLink inherit to="/history/$messageId" params={{ messageId: reference }}>
          {t('timeline')}
        </TextLink>
      </Text>
      <Hint>{t('nothing')}</Hint>
    </div>
  );
}
