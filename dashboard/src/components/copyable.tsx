import { Code, Group } from '@mantine/core';
import { useRef } from 'react';
import { CopyButton } from './copy-button';

/** A short text with a copy button. */
export function Copyable({ value }: { value: string }) {
  const code = useRef<HTMLElement>(null);
  return (
    <Group gap="xs">
      <Code ref={code} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <CopyButton value={value} shownIn={code} />
    </Group>
  );
}
