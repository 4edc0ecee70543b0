import { useMay } from '../../../api/session';
import { PageHeader } from '../../../components/page-header';
import { useTranslations } from '../../../i18n';
import { PriceSettings } from './price-settings';

/** The general prices, for accounts without prices of their own. */
export function PricesPage() {
  const t = useTranslations('admin.prices');
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <PriceSettings title={t('general')} mayChange={useMay()('setPrice')} />
    </>
  );
}
