import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiKeysQuery, stateOf, type ApiKey, type NewApiKey } from '../../api/api-keys';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { SecretOnce } from '../../components/secret-once';
import { BlockSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import { FirstKey } from './first-key';
import { RequestSamples } from './request-samples';
import { SendForm } from './send-form';
import type { SendResult } from './send-otp';
import { SendResultCard } from './send-result';
import classes from './send.module.css';
import { useSendForm } from './use-send-form';

const route = getRouteApi('/signed-in/send');
const FORM_HEIGHT = 640;

/** Sends an OTP by hand, shows what became of it, and how an application would have sent it. */
export function SendPage() {
  const t = useTranslations('send');
  const [madeKey, setMadeKey] = useState<NewApiKey | null>(null);
  const query = useQuery(apiKeysQuery);
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
          const usable = apiKeys.filter((key) => stateOf(key, new Date()) === 'active');
          return usable[0] === undefined ? (
            <Surface>
              <FirstKey onMade={setMadeKey} />
            </Surface>
          ) : (
            <Playground usableKeys={usable} fallback={usable[0]} />
          );
        }}
      </Loaded>
    </>
  );
}

/** Begins with the key that the address names, else with one that costs nothing. */
function Playground({ usableKeys, fallback }: { usableKeys: readonly ApiKey[]; fallback: ApiKey }) {
  const t = useTranslations('send.form');
  const { key: wanted } = route.useSearch();
  const [result, setResult] = useState<SendResult | null>(null);
  const first =
    usableKeys.find(({ id }) => id === wanted) ?? usableKeys.find(({ mode }) => mode === 'test') ?? fallback;
  const sendForm = useSendForm(first.id, setResult);
  return (
    <div className={classes.columns}>
      <Surface>
        <Title order={2} mb="md">
          {t('title')}
        </Title>
        <SendForm usableKeys={usableKeys} sendForm={sendForm} />
      </Surface>
      <Stack gap="md">
        <SendResultCard result={result} />
        <RequestSamples draft={sendForm.values} />
      </Stack>
    </div>
  );
}

function PlaygroundSkeleton() {
  return (
    <div className={classes.columns}>
      <Surface>
        <BlockSkeleton height={FORM_HEIGHT} />
      </Surface>
      <Surface>
        <BlockSkeleton height={FORM_HEIGHT} />
      </Surface>
    </div>
  );
}
