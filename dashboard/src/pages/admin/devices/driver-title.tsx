import { useQuery } from '@tanstack/react-query';
import { driversQuery } from './api';

/** What a driver is called, in Indonesian whatever the language of the page; until that is known, its name. */
export function DriverTitle({ name }: { name: string }) {
  const { data } = useQuery(driversQuery);
  return <span lang="id">{data?.find((driver) => driver.name === name)?.title ?? name}</span>;
}
