import type { ReactNode } from 'react';
import { TextLink } from '../../components/links';

interface Props {
  id: number | string;
  children: ReactNode;
}

/** To the page of an account, in a text. */
export const UserLink = ({ id, children }: Props) => (
  <TextLink to="/admin/users/$id" params={{ id: String(id) }} inherit>
    {children}
  </TextLink>
);

/** To the page of a device, in a text. */
export const DeviceLink = ({ id, children }: Props) => (
  <TextLink to="/admin/devices/$id" params={{ id: String(id) }} inherit>
    {children}
  </TextLink>
);
