import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslations } from '../i18n';
import { Surface } from './surface';

const ROW_HEIGHT = 44;

/** Holds the height of `rows` lines of a list, so that nothing moves when they come. */
export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <BlockSkeleton height={rows * ROW_HEIGHT}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={ROW_HEIGHT - 16} my={8} />
      ))}
    </BlockSkeleton>
  );
}

/** Holds the place of anything of a known height. */
export function BlockSkeleton({ height, children }: { height: number; children?: React.ReactNode }) {
  const t = useTranslations('common');
  return (
    <Stack gap={0} h={height} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {children ?? <Skeleton height={height} />}
    </Stack>
  );
}

/** A card of which nothing is known but its height. */
export const CardSkeleton = ({ height }: { height: number }) => (
  <Surface>
    <BlockSkeleton height={height} />
  </Surface>
);

/** The whole page, while its code is on the way. */
export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={32} width={220} />
      <RowsSkeleton rows={6} />
    </Stack>
  );
}
