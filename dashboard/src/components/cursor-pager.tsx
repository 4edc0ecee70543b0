import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from '../i18n';

interface Props {
  label: string;
  /** Where this page begins; none is the newest. */
  cursor: number | undefined;
  /** Where the one after it begins. */
  next: number | null;
  renderLink: (cursor: number | undefined, text: string) => ReactNode;
}

/** To what is older, and back to the newest: such a list goes on at its top, so that its pages have no numbers. */
export function CursorPager({ label, cursor, next, renderLink }: Props) {
  const t = useTranslations('lists.table');
  if (cursor === undefined && next === null) return null;
  return (
    <Group component="nav" aria-label={label} justify="space-between" mt="md">
      {cursor === undefined ? <span /> : renderLink(undefined, t('newest'))}
      {next !== null && renderLink(next, t('older'))}
    </Group>
  );
}
