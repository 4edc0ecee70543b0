import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BackLink } from '../../../components/back-link';
import { useTranslations } from '../../../i18n';
import { DetailPage } from '../detail-page';
import { type Device, deviceQuery } from './api';

/** A page below that of a device, with the way back. It does not poll: forms keep the values of their opening. */
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
