import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { impersonatedId } from '../api/impersonation';
import { useMay } from '../api/session';

interface GuardProps {
  /** The operation behind the controls, by its `operationId`. */
  needs?: string;
}

/** Disables all controls inside during an impersonation; hides them if the user's role does not allow the operation. */
export function WriteGuard({ needs, children }: GuardProps & { children: ReactNode }) {
  const may = useMay();
  if (needs !== undefined && !may(needs)) return null;
  return <Enabled when={!impersonatedId}>{children}</Enabled>;
}

/** Disables all controls of a form that the user may see but not send. */
export function FormGuard({ isAllowed, children }: { isAllowed: boolean; children: ReactNode }) {
  return <Enabled when={isAllowed && !impersonatedId}>{children}</Enabled>;
}

function Enabled({ when, children }: { when: boolean; children: ReactNode }) {
  if (when) return children;
  return (
    <fieldset disabled style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}

type WriteButtonProps = GuardProps & ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

export const WriteButton = ({ needs, ...props }: WriteButtonProps) => (
  <WriteGuard needs={needs}>
    <Button {...props} />
  </WriteGuard>
);
