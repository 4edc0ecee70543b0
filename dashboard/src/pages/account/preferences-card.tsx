import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useTimeZone } from '../../api/settings';
import { Hint } from '../../components/hint';
import { Section } from '../../components/section';
import { useFormat, useNow, useTranslations } from '../../i18n';
import { type Language, LANGUAGES } from '../../i18n/languages';
import { chooseLanguage, chooseZone, useWords } from '../../i18n/words';

/** Indonesia's three zones, and UTC. */
const ZONES = ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura', 'UTC'];

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Language and time zone, stored in this browser. */
export function PreferencesCard() {
  const t = useTranslations('account.preferences');
  const { language, zone } = useWords();
  const { time } = useFormat();
  const now = useNow({ updateInterval: 1000 });
  const ofService = useTimeZone();
  const others = new Set([ownZone(), ...ZONES, ...(zone === null ? [] : [zone])]);
  others.delete(ofService);
  return (
    <Section title={t('title')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="sm">
        <NativeSelect
          label={t('language')}
          value={language}
          onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value as Language)}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
        <NativeSelect
          label={t('zone')}
          inputWrapperOrder={['label', 'input', 'description']}
          description={t('now', { time: time(now.toISOString()) })}
          value={zone ?? ''}
          onChange={({ currentTarget }) => void chooseZone(currentTarget.value || null)}
          data={[
            { value: '', label: t('ofService', { zone: ofService }) },
            ...[...others].map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
          ]}
        />
      </SimpleGrid>
      <Hint>{t('text', { zone: ofService })}</Hint>
    </Section>
  );
}
