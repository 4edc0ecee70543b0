import { useSettings } from '../api/settings';
import { Ticks } from '../components/ticks';
import { useFormat, useTranslations } from '../i18n';
import classes from './auth-hero.module.css';

/** The price that is shown until that of this service is loaded. */
const DEFAULT_PRICE = 200;
const TO_GATEWAY_SECONDS = 0.4;
const TO_PHONE_SECONDS = 2.1;

/** Example message and its cost, next to the login and registration forms. */
export default function AuthHero() {
  const t = useTranslations('auth.hero');
  const { duration, rupiah } = useFormat();
  const price = rupiah(useSettings()?.price ?? DEFAULT_PRICE);
  return (
    <aside className={classes.hero} aria-label={t('label')}>
      <p className={classes.claim}>
        <span>{t('claim')}</span> <span>{t('record')}</span>
      </p>
      <div className={classes.receipt}>
        <div className={classes.chat}>
          <p className={classes.bubble}>
            {t.rich('message', { b: (words) => <strong>{words}</strong> })}
            <span className={classes.time}>
              {t('at')} <Ticks count="two" isNew />
            </span>
          </p>
        </div>
        <dl className={classes.lines}>
          <div>
            <dt>
              <Ticks count="one" isNew /> {t('taken')}
            </dt>
            <dd>{duration(TO_GATEWAY_SECONDS)}</dd>
          </div>
          <div>
            <dt className={classes.arrived}>
              <Ticks count="two" isNew /> {t('arrived')}
            </dt>
            <dd>{duration(TO_PHONE_SECONDS)}</dd>
          </div>
          <div className={classes.sum}>
            <dt>{t('cost')}</dt>
            <dd>{price}</dd>
          </div>
        </dl>
      </div>
      <p className={classes.note}>{t('note')}</p>
    </aside>
  );
}
