import { useQuery } from '@tanstack/react-query';
import { driversQuery } from './api';
import { useDriverWords } from './use-driver-words';

/** The title of a driver; its name until it is loaded. */
export function DriverTitle({ name }: { name: string }) {
  const { data } = useQuery(driversQuery);
  const words = useDriverWords();
  const driver = data?.find((known) => known.name === name);
  return <>{driver ? words.title(driver) : name}</>;
}
