import { Code, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { CopyButton } from './copy-button';

interface Props {
  label: string;
  code: string;
}

/** Text for a terminal or a file, with a copy button. */
export function CodeBlock({ label, code }: Props) {
  const text = useRef<HTMLElement>(null);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={code} shownIn={text} />
      </Group>
      <Code
        block
        ref={text}
        tabIndex={0}
        role="group"
        aria-label={label}
        mah={320}
        style={{ overflow: 'auto', whiteSpace: 'pre', border: '1px solid var(--sandi-border)' }}
      >
        {code}
      </Code>
    </Stack>
  );
}
