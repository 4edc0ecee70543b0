import { useState } from 'react';

/**
 * For a form that writes all that it shows, and would write back what somebody else has changed meanwhile: a key, another
 * one where the service has something new, and what is told of its own writing, for which it does not begin anew.
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
