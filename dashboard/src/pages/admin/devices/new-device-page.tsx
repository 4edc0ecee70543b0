import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink } from '../../../components/back-link';
import { ButtonLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { notify } from '../../../components/notify';
import { PageHeader } from '../../../components/page-header';
import { useTranslations } from '../../../i18n';
import { type Driver, driversQuery, useDeviceChanges } from './api';
import { DeviceForm } from './device-form';
import { creationOf } from './device-values';
import { DriverPicker } from './driver-picker';

export function NewDevicePage() {
  const t = useTranslations('admin');
  return (
    <>
      <BackLink to="/admin/devices">{t('device.back')}</BackLink>
      <PageHeader title={t('deviceForm.addTitle')} description={t('deviceForm.addText')} />
      <Loaded query={useQuery(driversQuery)} height={640}>
        {(drivers) => <NewDevice drivers={drivers} />}
      </Loaded>
    </>
  );
}

function NewDevice({ drivers }: { drivers: readonly Driver[] }) {
  const t = useTranslations('admin.device');
  const cancel = useTranslations('common.actions')('cancel');
  const navigate = useNavigate();
  const { create } = useDeviceChanges();
  const [name, choose] = useState<string>();
  const driver = drivers.find((known) => known.name === name) ?? drivers[0];
  if (!driver) return null;
  return (
    <Stack gap="lg">
      <DriverPicker drivers={drivers} chosen={driver} onChoose={choose} />
      <DeviceForm
        key={driver.name}
        driver={driver}
        submit={(values) => create(creationOf(values, driver))}
        onDone={(device) => {
          notify(t('created', { name: device.name }));
          return void navigate({ to: '/admin/devices/$id/setup', params: { id: String(device.id) } });
        }}
        cancel={
          <ButtonLink variant="default" to="/admin/devices">
            {cancel}
          </ButtonLink>
        }
      />
    </Stack>
  );
}
