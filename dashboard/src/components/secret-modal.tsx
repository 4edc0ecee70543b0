import { type ReactNode, useState } from 'react';
import { DialogModal } from './dialog-modal';
import { FocusOnMount } from './focus-on-mount';
import type { Dialog } from './use-dialog';

interface Props<Subject, Made> {
  dialog: Dialog<Subject>;
  title: string;
  /** A form, or a question, whose call goes through `make`. */
  ask: (subject: Subject, make: (call: Promise<Made>) => Promise<Made>) => ReactNode;
  /** What was made, until the person says that it is stored. */
  show: (made: Made, onStored: () => void, subject: Subject) => ReactNode;
}

/**
 * Makes something with a secret and shows it, the only time that it can be seen: no stray key or click closes it, also
 * not while its answer is on the way.
 */
export function SecretModal<Subject, Made>({ dialog, title, ask, show }: Props<Subject, Made>) {
  const [isMaking, setMaking] = useState(false);
  /** Of which opening: it may open for another subject before it has faded out. */
  const [made, setMade] = useState<{ opening: number; result: Made } | null>(null);
  const { opening } = dialog;
  const shown = made?.opening === opening ? made : null;
  const make = async (call: Promise<Made>) => {
    setMaking(true);
    try {
      const result = await call;
      setMade({ opening, result });
      return result;
    } finally {
      setMaking(false);
    }
  };
  const returnFocus = () => {
    setMade(null);
    dialog.returnFocus();
  };
  return (
    <DialogModal
      dialog={{ ...dialog, returnFocus }}
      title={title}
      size="lg"
      isSticky={isMaking || shown !== null}
    >
      {(subject) =>
        shown === null ? (
          ask(subject, make)
        ) : (
          <FocusOnMount>{show(shown.result, dialog.close, subject)}</FocusOnMount>
        )
      }
    </DialogModal>
  );
}
