import { type ReactNode, useId, useRef } from 'react';
import classes from './header-menu.module.css';

interface Entry {
  key: string;
  label: string;
  icon?: ReactNode;
  lang?: string;
  /** The selected entry. */
  isCurrent?: boolean;
  onClick: () => void;
}

interface Props {
  /** Accessible name of the button. */
  label: string;
  trigger: ReactNode;
  heading?: string;
  entries: readonly Entry[];
}

/**
 * A header button that opens a list of buttons. The native popover closes on Escape and outside clicks, and
 * Tab leads into the list.
 */
export function HeaderMenu({ label, trigger, heading, entries }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const choose = (onClick: () => void) => {
    list.current?.hidePopover();
    onClick();
  };
  return (
    <div>
      <button type="button" className={classes.trigger} popoverTarget={id} aria-label={label}>
        {trigger}
      </button>
      <div id={id} ref={list} popover="auto" className={classes.list} role="group" aria-label={label}>
        {heading !== undefined && <div className={classes.heading}>{heading}</div>}
        {entries.map(({ key, label: name, icon, lang, isCurrent, onClick }) => (
          <button
            key={key}
            type="button"
            lang={lang}
            className={classes.entry}
            aria-current={isCurrent || undefined}
            onClick={() => choose(onClick)}
          >
            {icon}
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
