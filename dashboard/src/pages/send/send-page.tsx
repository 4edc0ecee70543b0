import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error';
import { type ApiKey, apiKeysQuery, type NewApiKey, stateOf } from '../../api/api-keys';
import { keyUsageQuery } from '../../api/key-usage';
import type { SendResult } from '../../api/sender';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { SecretOnce } from '../../components/secret-once';
import { CardSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import { WriteGuard } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { brandsQuery } from './api';
import { defaultKey } from './default-key.rules';
import { FirstKey } from './first-key';
import { InboundCard } from './inbound-card';
import { MessagePreview } from './message-preview';
import { RequestSamples } from './request-samples';
import classes from './send.module.css';
import { SendForm } from './send-form';
import { SendResultCard, type SentMessage } from './send-result';
import { hasUsableKey, type UsableKeys, useSendForm } from './use-send-form';

const FORM_HEIGHT = 640;

/** Playground: sends an OTP, shows its timeline, and shows code samples. */
export function SendPage() {
  const t = useTranslations('send');
  const [madeKey, setMadeKey] = useState<NewApiKey | null>(null);
  const query = useQuery(apiKeysQuery);
  const brands = useQuery(brandsQuery);
  const usage = useQuery(keyUsageQuery);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {madeKey && (
        <Surface mb="md">
          <SecretOnce label={t('keys.made')} secret={madeKey.key} onStored={() => setMadeKey(null)} />
        </Surface>
      )}
      <Loaded query={query} skeleton={<PlaygroundSkeleton />}>
        {(apiKeys) => {
          // Waits for brands and usage, which the form's defaults depend on. Their errors are ignored.
          if (!brands.isFetched || !usage.isFetched) return <PlaygroundSkeleton />;
          const usable = apiKeys.filter((key) => stateOf(key, new Date()) === 'active');
          return hasUsableKey(usable) ? (
            <Playground
              usableKeys={usable}
              first={defaultKey(usable, usage.data ?? [])}
              approvedBrands={brands.data?.approved_brands ?? []}
            />
          ) : (
            <Surface>
              <FirstKey onMade={setMadeKey} />
            </Surface>
          );
        }}
      </Loaded>
    </>
  );
}

interface PlaygroundProps {
  usableKeys: UsableKeys;
  first: ApiKey;
  approvedBrands: readonly string[];
}

function Playground({ usableKeys, first, approvedBrands }: PlaygroundProps) {
  const t = useTranslations('send.form');
  const [result, setResult] = useState<SendResult | null>(null);
  const sendForm = useSendForm({ usableKeys, first, approvedBrands }, setResult);
  const made = result
    ? { id: result.message_id, balance: result.credit_balance }
    : sentMessageOf(sendForm.formError);
  const chosen = usableKeys.find(({ id }) => String(id) === sendForm.values.api_key_id) ?? usableKeys[0];
  return (
    <div className={classes.columns}>
      <Surface>
        <Title order={2} mb="md">
          {t('title')}
        </Title>
        <WriteGuard needs="sendOtpAsUser">
          <SendForm usableKeys={usableKeys} sendForm={sendForm} />
        </WriteGuard>
      </Surface>
      <Stack gap="md">
        <MessagePreview draft={sendForm.values} />
        <SendResultCard sent={made} request={sendForm.asked} />
        <InboundCard sendForm={sendForm} isTest={chosen.mode === 'test'} />
        <RequestSamples draft={sendForm.values} apiKey={chosen} />
      </Stack>
    </div>
  );
}

/** The message of a failed send: gateway errors create a message too. */
function sentMessageOf(error: Error | null): SentMessage | null {
  if (!(error instanceof ApiError) || !error.code.startsWith('gateway_')) return null;
  const { reference } = error.failure;
  return typeof reference === 'string' ? { id: reference, balance: null } : null;
}

function PlaygroundSkeleton() {
  return (
    <div className={classes.columns}>
      <CardSkeleton height={FORM_HEIGHT} />
      <CardSkeleton height={FORM_HEIGHT} />
    </div>
  );
}
