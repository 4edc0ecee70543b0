import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isTemplate, type Look, messageTextsQuery, META_PRESETS } from '../../../api/message-texts';
import { Bubble } from '../../../components/bubble/bubble';
import { Hint } from '../../../components/hint';
import { useTranslations } from '../../../i18n';
import { LANGUAGES } from '../../../i18n/languages';
import type { Driver } from './api';
import type { DeviceFields } from './device-fields';

const EXAMPLE = { code: '482913', brand: 'Toko Budi' };
const IDS = ['id', 'en'] as const;

type MessageLanguage = (typeof IDS)[number];

/** Live preview of a WhatsApp message in each language. */
export function TemplatePreview({ driver, fields }: { driver: Driver; fields: DeviceFields }) {
  if (driver.channel !== 'whatsapp') return null;
  return driver.capabilities.own_text ? <PresetPreview fields={fields} /> : <OwnPreview fields={fields} />;
}

/** A custom text is used for both languages. */
function OwnPreview({ fields: { form } }: { fields: DeviceFields }) {
  const t = useTranslations('admin.deviceForm.preview');
  const usual = useQuery(messageTextsQuery).data?.usual;
  const [written, setWritten] = useState(String(form.getValues().template ?? ''));
  form.watch('template', ({ value }) => setWritten(String(value ?? '')));
  const own = written.trim();
  if (own !== '' && !isTemplate(own))
    return <Text size="sm">{t('invalid', { code: '{code}', brand: '{brand}' })}</Text>;
  return (
    <Previews
      lookOf={(language) => (own === '' ? usual?.[language] : { template: own, button: null })}
      hint={t(own === '' ? 'usual' : 'own')}
    />
  );
}

/** Preview of Meta's text, which depends on the template's language. Only two languages can be shown. */
function PresetPreview({ fields: { form } }: { fields: DeviceFields }) {
  const t = useTranslations('admin.deviceForm.preview');
  const first = form.getValues();
  const [codes, setCodes] = useState<Record<MessageLanguage, string>>({
    id: first['template_language_id'] as string,
    en: first['template_language_en'] as string,
  });
  form.watch('template_language_id', ({ value }) => setCodes((old) => ({ ...old, id: String(value) })));
  form.watch('template_language_en', ({ value }) => setCodes((old) => ({ ...old, en: String(value) })));
  return (
    <Previews
      lookOf={(language) => {
        const known = IDS.find((id) => codes[language].trim().split('_')[0] === id);
        return known && META_PRESETS[known];
      }}
      hint={t('preset')}
    />
  );
}

interface PreviewsProps {
  /** Undefined if unknown. */
  lookOf: (language: MessageLanguage) => Look | undefined;
  hint: string;
}

function Previews({ lookOf, hint }: PreviewsProps) {
  const t = useTranslations('admin.deviceForm.preview');
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {IDS.map((language) => {
          const look = lookOf(language);
          return (
            <Stack key={language} gap={4}>
              <Text size="sm" fw={500}>
                {t('language', { language: LANGUAGES[language] })}
              </Text>
              {look ? <Bubble look={look} language={language} {...EXAMPLE} /> : <Hint>{t('unknown')}</Hint>}
            </Stack>
          );
        })}
      </SimpleGrid>
      <Hint>{hint}</Hint>
    </Stack>
  );
}
