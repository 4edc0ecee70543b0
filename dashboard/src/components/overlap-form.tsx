import { Radio, Stack, Text } from '@mantine/core';
import { DialogForm } from './dialog-form';
import { useApiForm } from './use-api-form';

const SECONDS = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;

type Overlap = keyof typeof SECONDS;

const INITIAL: { overlap: Overlap } = { overlap: 'day' };

interface Props {
  text: string;
  label: string;
  /** The options and their labels; `day` is the default. */
  overlaps: Readonly<Partial<Record<Overlap, string>> & { day: string }>;
  submitLabel: string;
  rotate: (overlapSeconds: number) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks how long the old secret stays valid, then rotates it. */
export function OverlapForm({ text, label, overlaps, submitLabel, rotate, onCancel }: Props) {
  const { field, ...form } = useApiForm({
    initialValues: INITIAL,
    submit: ({ overlap }) => rotate(SECONDS[overlap]),
  });
  return (
    <DialogForm {...form} submit={submitLabel} onCancel={onCancel}>
      <Text>{text}</Text>
      <Radio.Group label={label} {...field('overlap')}>
        <Stack gap="xs" mt={6}>
          {Object.entries(overlaps).map(([overlap, name]) => (
            <Radio key={overlap} value={overlap} label={name} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
