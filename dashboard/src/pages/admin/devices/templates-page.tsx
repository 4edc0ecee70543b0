import { Alert, Stack } from '@mantine/core';
import { IconMessageCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state';
import { Facts } from '../../../components/facts';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { Section } from '../../../components/section';
import { TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import { type Device, type TemplateList, templatesQuery } from './api';
import { DeviceSubpage } from './device-subpage';
import { TemplateForm } from './template-form';
import { TemplateTable } from './template-table';

const route = getRouteApi('/signed-in/admin/devices/$id/templates');

/** Message templates of the account of a device, at Meta. */
export function TemplatesPage() {
  const { id } = route.useParams();
  return (
    <DeviceSubpage id={id}>{(device) => <DeviceTemplates key={device.id} device={device} />}</DeviceSubpage>
  );
}

function DeviceTemplates({ device }: { device: Device }) {
  const t = useTranslations('admin.templates');
  return (
    <>
      <PageHeader title={t('title', { name: device.name })} description={t('description')} />
      <Loaded query={useQuery(templatesQuery(device.id))} height={560}>
        {(list) => (
          <Stack gap="lg">
            <Requirements list={list} />
            <Section title={t('list')}>
              {list.items.length === 0 ? (
                <EmptyState icon={IconMessageCog} title={t('none')} text={t('noneText')} />
              ) : (
                <TemplateTable templates={list.items} />
              )}
            </Section>
            <TemplateForm device={device} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** Below this limit Meta approves no authentication template. */
const LIMIT_MIN = 2000;

function Requirements({ list }: { list: TemplateList }) {
  const t = useTranslations('admin.templates');
  const { number } = useFormat();
  const { messaging_limit: limit, business_verification: verification } = list;
  const isVerified = verification === 'verified';
  const isLow = limit !== null && limit < LIMIT_MIN;
  const isMissing = isLow || (verification !== null && !isVerified);
  return (
    <Section title={t('requirements')}>
      <Stack>
        {isMissing && <Alert color={TONES.attention}>{t('requirementsText')}</Alert>}
        <Facts
          facts={[
            { label: t('limit'), value: limit === null ? t('limitNone') : number(limit) },
            {
              label: t('verification'),
              value: isVerified ? t('verified') : (verification ?? t('verificationUnknown')),
            },
          ]}
        />
      </Stack>
    </Section>
  );
}
