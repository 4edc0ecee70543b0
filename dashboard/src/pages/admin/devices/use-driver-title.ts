import { useQuery } from '@tanstack/react-query';
import { driversQuery } from './queries';

/** What a driver is called; until that is known, its name. */
export function useDriverTitle(name: string): string {
  const { data } = useQuery(driversQuery);
  return data?.find((driver) => driver.name === name)?.title ?? name;
}
