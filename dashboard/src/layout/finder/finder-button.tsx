import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from '../../i18n';
import classes from './finder-button.module.css';

const load = () => import('./finder');
const Finder = lazy(load);

/** It rowLink once its code is there: React would never ask again for what has once not come. */
function prepare(then?: () => void): void {
  load().then(then, () => undefined);
}

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the search, as Ctrl K or ⌘K does on every page. Its code comes when it is first wanted. */
export function FinderButton() {
  const t = useTranslations('common.finder');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: Event) => {
      // A browser that fills in a form tells of keys that are none.
      if (!(event instanceof KeyboardEvent)) return;
      // Whoever holds this down may want it in a moment, and types at once.
      if (event.key === (isApple ? 'Meta' : 'Control')) prepare();
      const isOurs = event.key.toLowerCase() === 'k' && (isApple ? event.metaKey : event.ctrlKey);
      if (!isOurs || event.shiftKey || event.altKey) return;
      event.preventDefault();
      prepare(() => setOpen(true));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onPointerEnter={() => prepare()}
        onClick={() => prepare(() => setOpen(true))}
      >
        <IconSearch size={18} aria-hidden />
        <span className={classes.text}>{t('open')}</span>
        <kbd className={classes.keys} aria-hidden>
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Finder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
