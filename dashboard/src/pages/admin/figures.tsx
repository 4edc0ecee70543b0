import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Hint } from '../../components/hint';
import { useFormat } from '../../i18n';

interface Props {
  figures: readonly { label: string; value: number }[];
  /** Columns on a wide screen. */
  cols: number;
}

/** Large figures with labels. */
export function Figures({ figures, cols }: Props) {
  const { number } = useFormat();
  return (
    <SimpleGrid cols={{ base: 2, xs: cols }} spacing="md">
      {figures.map(({ label, value }) => (
        <Stack key={label} gap={0}>
          <Text fz={26} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {number(value)}
          </Text>
          <Hint>{label}</Hint>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
