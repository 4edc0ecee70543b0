import { Group, Progress, Stack, Text } from '@mantine/core';
import { Hint } from '../../../components/hint';

interface Props {
  label: string;
  /** The value in words, for those who hear it too. */
  text: string;
  /** From 0 to 1. */
  share: number;
  color?: string;
}

/** A share of a whole, as a bar with its name and its value. */
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
