import { type Icon, IconCircleCheck, IconClock, IconSend, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Credit, creditQuery, isLow } from '../../api/credit';
import { usePrice } from '../../api/prices';
import { useFormat, useTranslations } from '../../i18n';
import { type Stats, statsQuery } from './api';
import classes from './home.module.css';

/** Key figures. */
export function Figures() {
  const credit = useQuery(creditQuery).data;
  const stats = useQuery(statsQuery).data;
  if (!credit && !stats) return null;
  return (
    <div className={classes.frame}>
      <dl className={classes.figures}>
        {credit && <Balance credit={credit} />}
        {stats && <Sends stats={stats} />}
      </dl>
    </div>
  );
}

function Balance({ credit }: { credit: Credit }) {
  const t = useTranslations('home.figures');
  const { rupiah } = useFormat();
  const price = usePrice('whatsapp');
  const { credit_balance: balance, low_threshold: threshold } = credit;
  const isEmpty = price !== undefined && balance < price;
  const note = () => {
    if (isEmpty) return t('balanceEmpty');
    if (isLow(credit)) return t('balanceLow', { threshold: rupiah(threshold ?? 0) });
    return price === undefined || price === 0
      ? ''
      : t('balanceEnough', { count: Math.floor(balance / price) });
  };
  return (
    <Figure
      icon={IconWallet}
      name={t('balance')}
      value={rupiah(balance)}
      note={note()}
      isAlarming={isEmpty || isLow(credit)}
    />
  );
}

function Sends({ stats }: { stats: Stats }) {
  const t = useTranslations('home.figures');
  const { number, percent, duration } = useFormat();
  const { today_count: today, delivery_rate: rate, median_delivery_seconds: median } = stats;
  return (
    <>
      <Figure icon={IconSend} name={t('today')} value={number(today)} note={t('todayText')} />
      <Figure
        icon={IconCircleCheck}
        name={t('rate')}
        value={rate === null ? '–' : percent(rate)}
        note={t(rate === null ? 'none' : 'rateText')}
      />
      <Figure
        icon={IconClock}
        name={t('median')}
        value={median === null ? '–' : duration(median)}
        note={t(median === null ? 'none' : 'medianText')}
      />
    </>
  );
}

interface FigureProps {
  icon: Icon;
  name: string;
  value: string;
  note: string;
  isAlarming?: boolean;
}

function Figure({ icon: Glyph, name, value, note, isAlarming = false }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>
        <Glyph size={18} stroke={1.7} aria-hidden />
        {name}
      </dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.note} data-alarming={isAlarming || undefined}>
        {note}
      </dd>
    </div>
  );
}
