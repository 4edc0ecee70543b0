import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { impersonatedId } from '../api/impersonation';
import { useMay } from '../api/session';

interface GuardProps {
  /** The operation behind the controls, by its `operationId`. */
  needs?: string;
}

/** Disables all controls inside while an administrator impersonates the account; hides them from other roles. */
export function WriteGuard({ needs, children }: GuardProps & { children: ReactNode }) {
  const may = useMay();
  if (needs !== undefined && !may(needs)) return null;
  return <Enabled when={!impersonatedId}>{children}</Enabled>;
}

/** Shows a form to those who may not send it, with all controls disabled. */
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
