import { useState } from 'react';

/**
 * Returns a key that resets a form when the server data changes, so that the form does not overwrite changes
 * of others. Call `onWrite` before saving, so that the own change does not reset it.
 */
export function useResetKey(content: string): [key: number, onWrite: (content: string) => void] {
  const [key, setKey] = useState(0);
  const [known, setKnown] = useState(content);
  const [written, setWritten] = useState(content);
  if (content !== known) {
    setKnown(content);
    if (content !== written) {
      setWritten(content);
      setKey(key + 1);
    }
  }
  return [key, setWritten];
}
