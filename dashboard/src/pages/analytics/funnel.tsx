import type { ReactNode } from 'react';
import { outcomeTotal } from '../../components/delivered-share.rules';
import { Hint } from '../../components/hint';
import { Section } from '../../components/section';
import { useFormat, useTranslations } from '../../i18n';
import classes from './analytics.module.css';
import type { Figures } from './api';
import type { LinkTo } from './links';

interface Props {
  figures: Figures;
  linkTo: LinkTo;
  /** Test messages do not reach a phone. */
  isTest: boolean;
}

/** Funnel from all messages with a known outcome to verified codes. */
export function Funnel({ figures: { totals, pending }, linkTo, isTest }: Props) {
  const t = useTranslations('analytics.funnel');
  const { number } = useFormat();
  const { sent: waiting, delivered, failed, converted } = totals;
  const all = outcomeTotal(totals);
  return (
    <Section title={t('title')}>
      <ol className={classes.funnel}>
        <Stage name={t('all')} count={all} of={all} />
        <Stage
          name={linkTo({ status: 'delivered' }, t(isTest ? 'simulated' : 'delivered'))}
          count={delivered}
          of={all}
        />
        <Stage name={t('verified')} count={converted} of={all} />
      </ol>
      {converted === 0 && all > 0 && <Hint>{t('unverified')}</Hint>}
      <dl className={classes.apart}>
        <Apart
          name={linkTo({ status: 'sent' }, t('waiting'))}
          value={number(waiting)}
          note={t('waitingText')}
        />
        <Apart
          name={linkTo({ status: 'pending' }, t('pending'))}
          value={number(pending)}
          note={t('pendingText')}
        />
        <Apart
          name={linkTo({ status: 'failed' }, t('failed'))}
          value={number(failed)}
          note={t('failedText')}
        />
      </dl>
    </Section>
  );
}

function Stage({ name, count, of }: { name: ReactNode; count: number; of: number }) {
  const { number, percent } = useFormat();
  const share = of === 0 ? 0 : Math.min(1, count / of);
  return (
    <li className={classes.stage}>
      <span className={classes.stageName}>{name}</span>
      <span className={classes.stageTrack} aria-hidden>
        <span className={classes.stageBar} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={classes.stageValue}>
        <strong>{number(count)}</strong> <span>{of === 0 ? '–' : percent(count / of)}</span>
      </span>
    </li>
  );
}

const Apart = ({ name, value, note }: { name: ReactNode; value: string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className={classes.value}>{value}</dd>
    <dd className={classes.note}>{note}</dd>
  </div>
);
