import { Group, Progress, Stack, Text } from '@mantine/core';
import { Hint } from '../../../components/hint';

interface Props {
  label: string;
  /** The value as text. */
  text: string;
  /** From 0 to 1. */
  share: number;
  color?: string;
}

/** A progress bar with its label and value. */
export function Meter({ label, text, share, color }: Props) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{label}</Text>
        <Hint style={{ fontVariantNumeric: 'tabular-nums' }}>{text}</Hint>
      </Group>
      <Progress value={Math.min(1, share) * 100} color={color} size="sm" aria-label={label} />
    </Stack>
  );
}
