import { Stack } from '@mantine/core';
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state';
import { ButtonLink } from '../../../components/links';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Surface } from '../../../components/surface';
import { useTranslations } from '../../../i18n';
import { Alerts } from './alerts';
import { devicesQuery } from './api';
import { DeviceTable } from './device-table';

const route = getRouteApi('/signed-in/admin/devices');

export function DevicesPage() {
  const t = useTranslations('admin.devices');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const devices = useQuery(devicesQuery(search.page));
  const add = (
    <ButtonLink to="/admin/devices/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('add')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={add} />
      <Stack gap="lg">
        <Surface>
          <PagedList
            query={devices}
            rows={4}
            empty={<EmptyState icon={IconDeviceMobile} title={t('empty')} text={t('emptyText')} />}
            onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
          >
            {(items) => <DeviceTable devices={items} search={search} />}
          </PagedList>
        </Surface>
        {/* After the table, which would push it down. */}
        {!devices.isPending && (
          <Alerts
            page={search.alerts}
            onPage={(next) =>
              void navigate({ search: (old) => ({ ...old, alerts: next }), resetScroll: false })
            }
          />
        )}
      </Stack>
    </>
  );
}
