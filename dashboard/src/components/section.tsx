import { Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Surface } from './surface';

interface Props {
  title: string;
  /** Shown right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A card with a heading. */
export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Surface h="100%">
        <Group justify="space-between" gap="sm" mb="md">
          <Title order={2} id={id}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Surface>
    </section>
  );
}
