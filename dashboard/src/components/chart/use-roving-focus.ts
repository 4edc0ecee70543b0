import { type KeyboardEvent, useState } from 'react';

const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Roving focus: one tab stop for many elements. Arrow keys move it, Enter opens the focused element. It
 * starts at the last one.
 */
export function useRovingFocus(count: number, onOpen?: (index: number) => void) {
  const last = count - 1;
  const [chosen, setStop] = useState(last);
  const stop = Math.min(chosen, last);
  const onKey = (event: KeyboardEvent<SVGElement>) => {
    if (event.key === 'Enter') onOpen?.(stop);
    const to = MOVES[event.key];
    if (!to) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, to(stop, last)));
    setStop(next);
    event.currentTarget.querySelectorAll<SVGGElement>('[tabindex]').item(next).focus();
  };
  return { stop, setStop, onKey };
}
