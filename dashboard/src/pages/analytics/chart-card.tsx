import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Section } from '../../components/section';
import { useTranslations } from '../../i18n';
import classes from './analytics.module.css';

interface Props {
  title: string;
  chart: ReactNode;
  /** The same data as a table. */
  table: ReactNode;
}

/** A chart that can be shown as a table. */
export function ChartCard({ title, chart, table }: Props) {
  const t = useTranslations('analytics');
  const [isTable, setTable] = useState(false);
  const Glyph = isTable ? IconChartBar : IconTable;
  const toggle = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Glyph size={16} aria-hidden />}
      aria-label={t(isTable ? 'showChartOf' : 'showTableOf', { title })}
      onClick={() => setTable(!isTable)}
    >
      {t(isTable ? 'showChart' : 'showTable')}
    </Button>
  );
  return (
    <Section title={title} aside={toggle}>
      {isTable ? (
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={title}>
          {table}
        </div>
      ) : (
        chart
      )}
    </Section>
  );
}
