import { Group, Tabs, Title } from '@mantine/core';
import type { ApiKey } from '../../api/api-keys';
import { CodeBlock } from '../../components/code-block';
import { DocsLink } from '../../components/docs-link';
import { Hint } from '../../components/hint';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import { type Draft, type SampleLanguage, sampleOf, SAMPLES } from './samples';

const LANGUAGES = Object.keys(SAMPLES) as SampleLanguage[];

/** Code samples for the send and the check. */
export function RequestSamples({ draft, apiKey }: { draft: Draft; apiKey: ApiKey }) {
  const t = useTranslations('send.samples');
  const { name, mode, last4 } = apiKey;
  const notes = { key: t('noteKey', { name, mode, last4 }), attempt: t('noteAttempt') };
  const sample = sampleOf(window.location.origin, draft, notes);
  return (
    <Surface>
      <Title order={2} mb={4}>
        {t('title')}
      </Title>
      <Hint mb="xs">{t('text', { name })}</Hint>
      <Group gap="md" mb="sm">
        <DocsLink to="/docs#/OTP/sendOtp" size="sm">
          {t('send')}
        </DocsLink>
        <DocsLink to="/docs#/OTP/checkOtp" size="sm">
          {t('check')}
        </DocsLink>
        <DocsLink to="/docs/errors" size="sm">
          {t('failures')}
        </DocsLink>
      </Group>
      <Tabs defaultValue={LANGUAGES[0]} keepMounted={false}>
        <Tabs.List aria-label={t('languages')} mb="sm">
          {LANGUAGES.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {SAMPLES[language].name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock
              label={t('code', { language: SAMPLES[language].name })}
              code={SAMPLES[language].write(sample)}
            />
            {SAMPLES[language].sdk !== null && (
              <Hint size="xs" mt="xs">
                {t('sdk', { folder: SAMPLES[language].sdk })}
              </Hint>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Surface>
  );
}
