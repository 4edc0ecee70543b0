import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { lazyImport } from '../../components/lazy-import';
import { useTranslations } from '../../i18n';
import classes from './finder-button.module.css';

const load = () => lazyImport(() => import('./finder'));
const Finder = lazy(load);

/** Loads the code of the search, then calls `then`. (React's `lazy` would not retry a failed import.) */
function prepare(then?: () => void): void {
  load().then(then, () => undefined);
}

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the search, like Ctrl K or ⌘K. Its code is loaded on demand. */
export function FinderButton() {
  const t = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: Event) => {
      // A browser's autofill dispatches `keydown` events that are no KeyboardEvent.
      if (!(event instanceof KeyboardEvent)) return;
      // Preloads when the modifier key is pressed.
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
        <span className={classes.text}>{t('search')}</span>
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
