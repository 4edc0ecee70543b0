import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PAGE_SIZES, type PageSize } from '../api/search';
import { useTranslations } from '../i18n';
import { Hint } from './hint';
import classes from './pager.module.css';

interface Props {
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
  /** Returns to the first page. */
  onLimit?: ((limit: PageSize) => void) | undefined;
}

/** Fewer pages get no jump field. */
const JUMP_FROM = 4;

/** Buttons and a jump field for the pages of a list; hidden if there is one page. */
export function Pager({ page, limit, total, onPage, onLimit }: Props) {
  const t = useTranslations('lists.table');
  const pages = Math.max(1, Math.ceil(total / limit));
  const isSizeChosen = onLimit !== undefined && total > PAGE_SIZES[0];
  if (pages === 1 && page === 1 && !isSizeChosen) return null;
  return (
    <Group component="nav" aria-label={t('pagination')} justify="space-between" mt="md" gap="sm">
      <Button variant="default" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <Group className={classes.where} gap="sm" justify="center">
        <Hint>{t('page', { page, pages })}</Hint>
        {pages >= JUMP_FROM && <Jump key={page} pages={pages} onPage={onPage} />}
        {isSizeChosen && <SizeField limit={limit} onLimit={onLimit} />}
      </Group>
      <Button variant="default" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </Group>
  );
}

interface SizeProps {
  limit: number;
  onLimit: (limit: PageSize) => void;
}

export function SizeField({ limit, onLimit }: SizeProps) {
  const t = useTranslations('lists.table');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('size')}
      value={String(limit)}
      data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('perPage', { size }) }))}
      onChange={({ currentTarget }) => onLimit(Number(currentTarget.value) as PageSize)}
    />
  );
}

function Jump({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  const t = useTranslations('lists.table');
  const [typed, setTyped] = useState('');
  const page = Number(typed);
  const isPage = /^\d{1,9}$/.test(typed) && page >= 1;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isPage) onPage(Math.min(page, pages));
      }}
    >
      <TextInput
        size="xs"
        w={96}
        inputMode="numeric"
        enterKeyHint="go"
        aria-label={t('jump')}
        placeholder={t('jump')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      />
    </form>
  );
}
