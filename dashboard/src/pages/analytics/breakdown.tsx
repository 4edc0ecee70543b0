import type { ReactNode } from 'react';
import { deliveredShare, outcomeTotal } from '../../components/delivered-share.rules';
import { Hint } from '../../components/hint';
import { Section } from '../../components/section';
import { useFormat, useTranslations } from '../../i18n';
import classes from './analytics.module.css';
import type { Outcomes } from './api';

export interface Row extends Outcomes {
  key: string;
  name: ReactNode;
  /** Shown below the name. */
  more?: ReactNode;
}

interface Props {
  title: string;
  /** Header of the first column. */
  column: string;
  rows: readonly Row[];
  hint?: string;
}

/** Outcomes of messages, grouped by one attribute. */
export function Breakdown({ title, column, rows, hint }: Props) {
  const t = useTranslations('analytics');
  const { number, percent } = useFormat();
  const most = Math.max(1, ...rows.map(outcomeTotal));
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <Hint>{t('none')}</Hint>
      ) : (
        <table className={classes.breakdown} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">{t('columns.all')}</th>
              <th scope="col">{t('columns.delivered')}</th>
              <th scope="col">{t('columns.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const rate = deliveredShare(row);
              return (
                <tr key={row.key}>
                  <th scope="row">
                    {row.name}
                    {row.more}
                    <Share of={outcomeTotal(row) / most} />
                  </th>
                  <td>{number(outcomeTotal(row))}</td>
                  <td>{rate === null ? '–' : percent(rate)}</td>
                  <td>{number(row.failed)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {rows.length > 0 && (
        <Hint>
          {t('rateHint')} {hint}
        </Hint>
      )}
    </Section>
  );
}

/** Bar with the size of a row relative to the largest. */
export const Share = ({ of, kind = 'sent' }: { of: number; kind?: 'sent' | 'failed' }) => (
  <span className={classes.track} aria-hidden>
    <span className={classes.share} data-kind={kind} style={{ width: `${100 * of}%` }} />
  </span>
);
