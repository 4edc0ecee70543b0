import { type ReactNode, useState } from 'react';
import { DialogModal } from './dialog-modal';
import { FocusOnMount } from './focus-on-mount';
import type { Dialog } from './use-dialog';

interface Props<Subject, Made> {
  dialog: Dialog<Subject>;
  title: string;
  /** The form; its API call must go through `make`. */
  ask: (subject: Subject, make: (call: Promise<Made>) => Promise<Made>) => ReactNode;
  /** The created secret, until the user confirms that it is stored. */
  show: (made: Made, onStored: () => void, subject: Subject) => ReactNode;
}

/**
 * Creates something with a secret and shows it once. No key or click outside closes the dialog, not even
 * while the response is pending.
 */
export function SecretModal<Subject, Made>({ dialog, title, ask, show }: Props<Subject, Made>) {
  const [isMaking, setMaking] = useState(false);
  /** With the number of the opening that created it: the dialog may open again before it has faded out. */
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
