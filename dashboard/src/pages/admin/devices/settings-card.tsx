import { Group } from '@mantine/core';
import { CodeBlock } from '../../../components/code-block';
import { Facts } from '../../../components/facts';
import { ButtonLink, TextLink } from '../../../components/links';
import { Mono } from '../../../components/mono';
import { Section } from '../../../components/section';
import { useFormat, useTranslations } from '../../../i18n';
import type { Device, Driver } from './api';
import { DriverTitle } from './driver-title';
import { LIMIT_NAMES } from './limit-names';
import { useDriverWords } from './use-driver-words';

/** Settings of the device. Secrets are not shown. */
export function SettingsCard({ device, driver }: { device: Device; driver: Driver | undefined }) {
  const t = useTranslations('admin.device');
  const words = useDriverWords();
  const limits = useLimitFacts(device);
  const { time, number } = useFormat();
  const facts = [
    { label: t('facts.driver'), value: <DriverTitle name={device.driver} /> },
    { label: t('facts.baseUrl'), value: <Mono>{device.base_url}</Mono> },
    { label: t('facts.token'), value: t(device.token_set ? 'facts.tokenSet' : 'facts.tokenMissing') },
    ...Object.entries(device.settings).map(([setting, value]) => ({
      label: words.label(device.driver, setting),
      value:
        typeof value === 'string' ? (
          <Mono>{value}</Mono>
        ) : (
          <CodeBlock label={words.label(device.driver, setting)} code={JSON.stringify(value, null, 2)} />
        ),
    })),
    { label: t('facts.template'), value: device.template ?? t('facts.templateDefault') },
    { label: t('facts.weight'), value: number(device.weight) },
    { label: t('facts.checkNumber'), value: t(device.check_number ? 'facts.yes' : 'facts.no') },
    ...limits,
    { label: t('facts.created'), value: time(device.created_at) },
    { label: t('facts.updated'), value: time(device.updated_at) },
  ];
  const edit = (
    <ButtonLink
      variant="default"
      size="xs"
      to="/admin/devices/$id/edit"
      params={{ id: String(device.id) }}
      state
    >
      {t('edit')}
    </ButtonLink>
  );
  return (
    <Section title={t('facts.title')} aside={edit}>
      <Facts facts={facts} />
      <Group mt="md">
        {driver?.capabilities.templates && (
          <TextLink to="/admin/devices/$id/templates" params={{ id: String(device.id) }} state>
            {t('facts.templates')}
          </TextLink>
        )}
        <TextLink to="/admin/audit" search={{ target: `device:${device.id}` }}>
          {t('facts.audit')}
        </TextLink>
      </Group>
    </Section>
  );
}

function useLimitFacts({ limits }: Device) {
  const t = useTranslations('admin');
  const { number } = useFormat();
  return LIMIT_NAMES.map((name) => {
    const limit = limits[name];
    return { label: t(`limits.${name}`), value: limit === null ? t('devices.unlimited') : number(limit) };
  });
}
