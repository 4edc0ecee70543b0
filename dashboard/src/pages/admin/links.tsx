import type { ReactNode } from 'react';
import { TextLink } from '../../components/links';

interface Props {
  id: number | string;
  children: ReactNode;
}

export const UserLink = ({ id, children }: Props) => (
  <TextLink to="/admin/users/$id" params={{ id: String(id) }} inherit>
    {children}
  </TextLink>
);

export const DeviceLink = ({ id, children }: Props) => (
  <TextLink to="/admin/devices/$id" params={{ id: String(id) }} inherit>
    {children}
  </TextLink>
);
