import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  icon: Icon;
  title: string;
  /** Explains what will appear here. */
  text?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Glyph, title, text, action }: Props) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <ThemeIcon variant="light" size={52} radius="xl" aria-hidden>
        <Glyph size={26} stroke={1.6} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {text !== undefined && (
        <Text c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
