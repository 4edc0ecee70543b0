import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the focus when it comes in the place of what had it, a form that was sent for example. */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  );
}
