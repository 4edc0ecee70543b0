import { Outlet } from '@tanstack/react-router';
import { Door } from './door';

/** Around the pages at the door: log in, register, reset. */
export function SignedOutFrame() {
  return (
    <Door>
      <Outlet />
    </Door>
  );
}
