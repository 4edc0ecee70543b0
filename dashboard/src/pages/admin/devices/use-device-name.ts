import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from './api';

/** The name of a device that stands on the first page of the list; the others are told by their id. */
export function useDeviceName(id: number): string | undefined {
  const { data } = useQuery({ ...devicesQuery(), refetchInterval: false });
  return data?.items.find((device) => device.id === id)?.name;
}
