import { Anchor, Tabs, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CodeBlock } from '../../components/code-block';
import { Surface } from '../../components/surface';
import { type Draft, requestOf, type SampleLanguage, SAMPLES } from './samples';

const LANGUAGES = Object.keys(SAMPLES) as SampleLanguage[];

/** The request that the form makes, for an application to make. */
export function RequestSamples({ draft }: { draft: Draft }) {
  const t = useTranslations('send.samples');
  const request = requestOf(window.location.origin, draft);
  return (
    <Surface>
      <Title order={2} mb={4}>
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('text')}{' '}
        <Anchor href="/docs" size="sm" underline="always">
          {t('documents')}
        </Anchor>
      </Text>
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
              code={SAMPLES[language].write(request)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Surface>
  );
}
