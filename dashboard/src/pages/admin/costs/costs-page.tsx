import { Stack } from '@mantine/core';
import { PageHeader } from '../../../components/page-header';
import { useTranslations } from '../../../i18n';
import { MarginSection } from './margin-section';
import { CostSection, RateSection } from './set-costs';

/** Revenue and cost of messages. */
export function CostsPage() {
  const t = useTranslations('admin.costs');
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack gap="lg">
        <MarginSection />
        <CostSection />
        <RateSection />
      </Stack>
    </>
  );
}
