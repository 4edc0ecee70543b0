import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from '../i18n';

interface Props {
  label: string;
  /** Cursor of this page; undefined: the page with the newest items. */
  cursor: number | undefined;
  /** Cursor of the next page. */
  next: number | null;
  renderLink: (cursor: number | undefined, text: string) => ReactNode;
}

/** Links to older items and back to the newest. New items arrive at the top, so pages have no numbers. */
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
