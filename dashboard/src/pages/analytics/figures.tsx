import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
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
  /** Opens the list of one day's messages. */
  onDay: (day: string) => void;
  /** What only some see. */
  children: ReactNode;
}

/** The cards, of an account or of all. */
export function Figures({ figures, linkTo, onDay, children }: Props) {
  const t = useTranslations('analytics.prefixes');
  return (
    <div className={classes.cards}>
      <Funnel figures={figures} linkTo={linkTo} />
      <DeliveryTimeCard figures={figures} />
      <div className={classes.wide}>
        <SeriesCard figures={figures} onDay={onDay} />
      </div>
      {figures.window !== '24h' && (
        <div className={classes.wide}>
          <HeatMap figures={figures} linkTo={linkTo} />
        </div>
      )}
      <div className={classes.wide}>{children}</div>
      <ReasonsCard figures={figures} linkTo={linkTo} />
      <Breakdown
        title={t('title')}
        column={t('prefix')}
        hint={t('hint')}
        rows={figures.prefixes.map(({ prefix, ...outcomes }) => ({
          ...outcomes,
          key: String(prefix),
          name: prefix === null ? t('others') : `${prefix}…`,
        }))}
      />
    </div>
  );
}
