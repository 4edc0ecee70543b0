import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  description?: ReactNode;
  /** Buttons of the page, at the right where there is room. */
  actions?: ReactNode;
}

/** The one h1 of a page; names the browser's tab too. */
export function PageHeader({ title, description, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Sandi`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <Stack gap={4} flex="1 1 20rem">
        <Title order={1}>{title}</Title>
        {description !== undefined && <Text c="dimmed">{description}</Text>}
      </Stack>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
