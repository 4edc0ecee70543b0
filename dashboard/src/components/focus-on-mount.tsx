import { type ReactNode, useEffect, useRef } from 'react';

/** Takes the focus when it replaces the focused element, for example a sent form. */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  );
}
