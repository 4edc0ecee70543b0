import { Hint } from '../../components/hint';
import { Section } from '../../components/section';
import { useFormat, useTranslations } from '../../i18n';
import classes from './analytics.module.css';
import type { Figures } from './api';
import { Share } from './breakdown';
import type { LinkTo } from './links';

export function ReasonsCard({ figures: { reasons, totals }, linkTo }: { figures: Figures; linkTo: LinkTo }) {
  const t = useTranslations('analytics');
  const reasonText = useTranslations('shared.reason');
  const { number, percent } = useFormat();
  const most = Math.max(1, ...reasons.map(({ failed }) => failed));
  return (
    <Section title={t('reasons.title')}>
      {reasons.length === 0 ? (
        <Hint>{t('reasons.none')}</Hint>
      ) : (
        <table className={classes.breakdown} aria-label={t('reasons.title')}>
          <thead>
            <tr>
              <th scope="col">{t('reasons.reason')}</th>
              <th scope="col">{t('columns.failed')}</th>
              <th scope="col">{t('reasons.share')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ reason, failed }) => (
              <tr key={reason}>
                <th scope="row">
                  {linkTo({ status: 'failed', reason }, reasonText(reason))}
                  <Share of={failed / most} kind="failed" />
                </th>
                <td>{number(failed)}</td>
                <td>{totals.failed === 0 ? '–' : percent(failed / totals.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
