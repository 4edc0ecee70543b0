import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BackLink } from '../../../components/back-link';
import { ButtonLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { notify } from '../../../components/notify';
import { PageHeader } from '../../../components/page-header';
import { useTranslations } from '../../../i18n';
import { DetailPage } from '../detail-page';
import { type Device, deviceQuery, driversQuery, useDeviceChanges } from './api';
import { DeviceForm } from './device-form';
import { changesOf } from './device-values';

const route = getRouteApi('/signed-in/admin/devices/$id/edit');

export function EditDevicePage() {
  const { id } = route.useParams();
  const title = useTranslations('admin.device')('title', { id });
  // No polling: the form keeps the values of its opening.
  const query = useQuery({ ...deviceQuery(Number(id)), refetchInterval: false });
  return (
    <>
      <BackLink to="/admin/devices/$id" params={{ id }} state>
        {query.data?.name ?? title}
      </BackLink>
      <DetailPage query={query} title={title} height={640}>
        {(device) => <EditedDevice key={device.id} device={device} />}
      </DetailPage>
    </>
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
