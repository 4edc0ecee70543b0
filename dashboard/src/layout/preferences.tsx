import { Group, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { type Icon, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslations } from '../i18n';
import { type Language, LANGUAGES } from '../i18n/languages';
import { chooseLanguage, useWords } from '../i18n/words';
import { HeaderMenu } from './header-menu';

const SCHEMES = {
  light: IconSun,
  dark: IconMoon,
  auto: IconDeviceDesktop,
} as const satisfies Record<MantineColorScheme, Icon>;

/** Language and colour scheme, stored in this browser. */
export function Preferences() {
  return (
    <Group gap={0} wrap="nowrap">
      <LanguageMenu />
      <ColorMenu />
    </Group>
  );
}

function LanguageMenu() {
  const t = useTranslations('common.preferences');
  const { language } = useWords();
  const entries = Object.entries(LANGUAGES).map(([code, name]) => ({
    key: code,
    lang: code,
    label: name,
    isCurrent: code === language,
    onClick: () => void chooseLanguage(code as Language),
  }));
  return (
    <HeaderMenu label={t('language')} trigger={<IconLanguage size={20} aria-hidden />} entries={entries} />
  );
}

function ColorMenu() {
  const t = useTranslations('common.preferences');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES[colorScheme];
  const entries = Object.entries(SCHEMES).map(([key, Glyph]) => {
    const scheme = key as MantineColorScheme;
    return {
      key,
      label: t(scheme),
      icon: <Glyph size={18} aria-hidden />,
      isCurrent: scheme === colorScheme,
      onClick: () => setColorScheme(scheme),
    };
  });
  return <HeaderMenu label={t('colors')} trigger={<Current size={20} aria-hidden />} entries={entries} />;
}
