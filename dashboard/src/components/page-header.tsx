import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  description?: ReactNode;
  /** Buttons of the page, right of the title. */
  actions?: ReactNode;
}

/** The h1 of a page; also sets the document title. */
export function PageHeader({ title, description, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Sandi`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <Stack gap={4} flex="1 1 20rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Title order={1}>{title}</Title>
        {description !== undefined && <Text c="dimmed">{description}</Text>}
      </Stack>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
