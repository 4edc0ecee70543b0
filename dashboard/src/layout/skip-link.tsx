import { useTranslations } from '../i18n';
import classes from './layout.module.css';

export const MAIN_ID = 'main';

/** First tab stop: skips the navigation. */
export function SkipLink() {
  const t = useTranslations('common.nav');
  const toMain = (event: React.MouseEvent) => {
    event.preventDefault();
    document.getElementById(MAIN_ID)?.focus();
  };
  return (
    <a className={classes.skip} href={`#${MAIN_ID}`} onClick={toMain}>
      {t('skip')}
    </a>
  );
}
