import { useRef, useState } from 'react';

export interface Dialog<Subject> {
  isOpen: boolean;
  /** What it is about; kept while it fades out. Null before it first rowLink. */
  subject: Subject | null;
  /** Another at each opening. */
  opening: number;
  open: (subject: Subject) => void;
  close: () => void;
  /** To be called when it is gone. */
  returnFocus: () => void;
}

/** A dialog that gives the focus back to what opened it, also to a menu whose item did. */
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
    // What opened it may have been deleted by it.
    returnFocus: () =>
      (opener.current?.isConnected ? opener.current : document.querySelector('main'))?.focus(),
  };
}

/** An item of a menu is gone by the time the focus comes back; the button of the menu is still there. */
function currentOpener(): HTMLElement | null {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}
