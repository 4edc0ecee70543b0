import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { Section } from '../../../components/section';
import { useTranslations } from '../../../i18n';
import { privacyRequestsQuery } from './api';
import { RequestForm } from './request-form';
import { RequestTable } from './request-table';

/** Requests of data subjects: access, erasure, restriction. */
export function PrivacyPage() {
  const t = useTranslations('admin.privacy');
  const [entered, setEntered] = useState(0);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="lg">
        <Section title={t('new')}>
          <RequestForm key={entered} onEntered={() => setEntered(entered + 1)} />
        </Section>
        <Section title={t('requests')}>
          <Loaded query={useQuery(privacyRequestsQuery)} rows={4}>
            {({ items }) => <RequestTable requests={items} />}
          </Loaded>
        </Section>
      </Stack>
    </>
  );
}
