import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslations } from '../i18n';
import { Surface } from './surface';

const ROW_HEIGHT = 44;

/** Placeholder for `rows` rows, so that the layout does not shift. */
export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <BlockSkeleton height={rows * ROW_HEIGHT}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={ROW_HEIGHT - 16} my={8} />
      ))}
    </BlockSkeleton>
  );
}

/** Placeholder of a known height. */
export function BlockSkeleton({ height, children }: { height: number; children?: React.ReactNode }) {
  const t = useTranslations('common');
  return (
    <Stack gap={0} h={height} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {children ?? <Skeleton height={height} />}
    </Stack>
  );
}

export const CardSkeleton = ({ height }: { height: number }) => (
  <Surface>
    <BlockSkeleton height={height} />
  </Surface>
);

/** Placeholder of a page while its code is loading. */
export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={32} width={220} />
      <RowsSkeleton rows={6} />
    </Stack>
  );
}
