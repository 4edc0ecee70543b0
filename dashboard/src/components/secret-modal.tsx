import { useState, type ReactNode } from 'react';
import { DialogModal } from './dialog-modal';
import { FocusOnMount } from './focus-on-mount';
import type { Dialog } from './use-dialog';

interface Props<Subject, Made> {
  dialog: Dialog<Subject>;
  title: string;
  /** A form, or a question, that ends with `onMade`. */
  ask: (subject: Subject, onMade: (made: Made) => void) => ReactNode;
  /** What was made, until the person says that it is stored. */
  show: (made: Made, onStored: () => void, subject: Subject) => ReactNode;
}

/** Makes something with a secret and shows it, the only time that it can be seen: no stray key or click closes it. */
export function SecretModal<Subject, Made>({ dialog, title, ask, show }: Props<Subject, Made>) {
  const [made, setMade] = useState<Made | null>(null);
  const returnFocus = () => {
    setMade(null);
    dialog.returnFocus();
  };
  return (
    <DialogModal dialog={{ ...dialog, returnFocus }} title={title} size="lg" isSticky={made !== null}>
      {(subject) =>
        made === null ? (
          ask(subject, (next) => setMade(() => next))
        ) : (
          <FocusOnMount>{show(made, dialog.close, subject)}</FocusOnMount>
        )
      }
    </DialogModal>
  );
}
