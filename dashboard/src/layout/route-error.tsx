import { Container } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/error-state';

/** In the place of a page that could not be loaded or drawn. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Container size="xs" py="xl">
      <ErrorState error={error} retry={retry} />
    </Container>
  );
}
