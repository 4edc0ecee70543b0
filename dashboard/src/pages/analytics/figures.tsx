import type { ReactNode } from 'react';
import { CHANNEL_NAMES } from '../../components/channel-names';
import { Hint } from '../../components/hint';
import { useTranslations } from '../../i18n';
import classes from './analytics.module.css';
import type { Figures as AllFigures } from './api';
import { Breakdown } from './breakdown';
import { DeliveryTimeCard } from './delivery-time-card';
import { Funnel } from './funnel';
import { HeatMap } from './heat-map';
import type { LinkTo } from './links';
import { ReasonsCard } from './reasons-card';
import { SeriesCard } from './series-card';

interface Props {
  figures: AllFigures;
  linkTo: LinkTo;
  /** Test messages. */
  isTest: boolean;
  /** Opens the message list of a day; undefined if the role does not allow it. */
  onDay: ((day: string) => void) | undefined;
  /** Cards of one of the pages. */
  children: ReactNode;
}

export function Figures({ figures, linkTo, isTest, onDay, children }: Props) {
  const t = useTranslations('analytics');
  const isHourly = figures.window === '24h';
  return (
    <div className={classes.cards}>
      {isHourly && (
        <div className={classes.wide}>
          <Hint>{t('wholeDays')}</Hint>
        </div>
      )}
      <Funnel figures={figures} linkTo={linkTo} isTest={isTest} />
      <DeliveryTimeCard figures={figures} />
      <div className={classes.wide}>
        <SeriesCard figures={figures} onDay={onDay} />
      </div>
      {!isHourly && (
        <div className={classes.wide}>
          <HeatMap figures={figures} linkTo={linkTo} />
        </div>
      )}
      <div className={classes.wide}>{children}</div>
      <ReasonsCard figures={figures} linkTo={linkTo} />
      <Breakdown
        title={t('channels.title')}
        column={t('channels.channel')}
        rows={figures.channels.map(({ channel, ...outcomes }) => ({
          ...outcomes,
          key: channel,
          name: CHANNEL_NAMES[channel],
        }))}
      />
      <Breakdown
        title={t('prefixes.title')}
        column={t('prefixes.prefix')}
        hint={t('prefixes.hint')}
        rows={figures.prefixes.map(({ prefix, ...outcomes }) => ({
          ...outcomes,
          key: String(prefix),
          name: prefix === null ? t('prefixes.others') : linkTo({ prefix }, `${prefix}…`),
        }))}
      />
    </div>
  );
}
