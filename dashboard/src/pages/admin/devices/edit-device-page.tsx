import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { notify } from '../../../components/notify';
import { PageHeader } from '../../../components/page-header';
import { useTranslations } from '../../../i18n';
import { type Device, driversQuery, useDeviceChanges } from './api';
import { DeviceForm } from './device-form';
import { DeviceSubpage } from './device-subpage';
import { changesOf } from './device-values';

const route = getRouteApi('/signed-in/admin/devices/$id/edit');

export function EditDevicePage() {
  const { id } = route.useParams();
  return (
    <DeviceSubpage id={id}>{(device) => <EditedDevice key={device.id} device={device} />}</DeviceSubpage>
  );
}

function EditedDevice({ device }: { device: Device }) {
  const t = useTranslations('admin');
  const cancel = useTranslations('common.actions')('cancel');
  const navigate = route.useNavigate();
  const { update } = useDeviceChanges();
  const drivers = useQuery(driversQuery);
  const toDevice = { to: '/admin/devices/$id', params: { id: String(device.id) }, state: true } as const;
  return (
    <>
      <PageHeader title={t('deviceForm.editTitle', { name: device.name })} />
      <Loaded query={drivers} height={560}>
        {(known) => {
          const driver = known.find(({ name }) => name === device.driver);
          return (
            driver && (
              <DeviceForm
                driver={driver}
                device={device}
                submit={(values) => update(device.id, changesOf(values, driver))}
                onDone={() => {
                  notify(t('device.saved'));
                  return void navigate(toDevice);
                }}
                cancel={
                  <ButtonLink variant="default" {...toDevice}>
                    {cancel}
                  </ButtonLink>
                }
              />
            )
          );
        }}
      </Loaded>
    </>
  );
}
