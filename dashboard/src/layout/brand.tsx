import { Group, Text } from '@mantine/core';
import icon from '../assets/icon.svg';

export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={icon} width={28} height={28} alt="" />
      <Text fw={700} size="lg">
        Sandi
      </Text>
    </Group>
  );
}
