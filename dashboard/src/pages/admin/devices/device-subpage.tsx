import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BackLink } from '../../../components/back-link';
import { useTranslations } from '../../../i18n';
import { DetailPage } from '../detail-page';
import { type Device, deviceQuery } from './api';

/** A page below that of a device, with a link back. Does not poll, so that forms keep the loaded values. */
export function DeviceSubpage({ id, children }: { id: string; children: (device: Device) => ReactNode }) {
  const title = useTranslations('admin.device')('title', { id });
  const query = useQuery({ ...deviceQuery(Number(id)), refetchInterval: false });
  return (
    <>
      <BackLink to="/admin/devices/$id" params={{ id }} state>
        {query.data?.name ?? title}
      </BackLink>
      <DetailPage query={query} title={title} height={640}>
        {children}
      </DetailPage>
    </>
  );
}
