import { useRef, useState } from 'react';

export interface Dialog<Subject> {
  isOpen: boolean;
  /** The subject; kept while the dialog fades out. Null before the first opening. */
  subject: Subject | null;
  /** Changes at each opening. */
  opening: number;
  open: (subject: Subject) => void;
  close: () => void;
  /** Call it after the dialog has closed. */
  returnFocus: () => void;
}

/** State of a dialog that returns the focus to its opener, also to the button of a menu. */
export function useDialog<Subject = true>(): Dialog<Subject> {
  const [isOpen, setOpen] = useState(false);
  const [subject, setSubject] = useState<Subject | null>(null);
  const [opening, setOpening] = useState(0);
  const opener = useRef<HTMLElement | null>(null);
  return {
    isOpen,
    subject,
    opening,
    open: (next) => {
      opener.current = currentOpener();
      setSubject(() => next);
      setOpening((last) => last + 1);
      setOpen(true);
    },
    close: () => setOpen(false),
    // The dialog may have deleted its opener.
    returnFocus: () =>
      (opener.current?.isConnected ? opener.current : document.querySelector('main'))?.focus(),
  };
}

/** Returns the focus to the button of the menu, since the menu item is unmounted. */
function currentOpener(): HTMLElement | null {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}
