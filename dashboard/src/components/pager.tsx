import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './pager.module.css';

interface Props {
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
}

/** Steps through the pages of a list; nothing when all is on one. */
export function Pager({ page, limit, total, onPage }: Props) {
  const t = useTranslations('common.table');
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1 && page === 1) return null;
  return (
    <Group component="nav" aria-label={t('pagination')} justify="space-between" mt="md">
      <Button variant="default" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <Text size="sm" c="dimmed" className={classes.where}>
        {t('page', { page, pages })}
      </Text>
      <Button variant="default" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </Group>
  );
}
