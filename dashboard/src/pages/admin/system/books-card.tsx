import { useTranslations } from 'use-intl';
import { Facts } from '../../../components/facts';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { TONES } from '../../../components/tones';
import { useFormat } from '../../../i18n/use-format';
import type { System } from './api';

/** Whether every balance is the sum of its entries, and what else the books must keep to. */
export function BooksCard({ books }: Pick<System, 'books'>) {
  const t = useTranslations('admin.system.books');
  const { clock } = useFormat();
  const { last_checked_at: at, next_check_at: next } = books;
  return (
    <Section title={t('title')}>
      <Facts
        facts={[
          { label: t('result'), value: <Result violations={books.violations} /> },
          ...(next === null ? [] : [{ label: t('next'), value: clock(next) }]),
          { label: t('checked'), value: at === null ? t('never') : <TimeAgo value={at} /> },
        ]}
      />
    </Section>
  );
}

function Result({ violations }: { violations: number | null }) {
  const t = useTranslations('admin.system.books');
  if (violations === null) return <Tag color={TONES.waiting}>{t('unknown')}</Tag>;
  return (
    <Tag color={TONES[violations === 0 ? 'good' : 'broken']}>
      {violations === 0 ? t('balanced') : t('violations', { count: violations })}
    </Tag>
  );
}
