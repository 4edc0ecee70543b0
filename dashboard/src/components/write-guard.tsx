import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { impersonatedId } from '../api/impersonation';

/** Disables all controls inside while an administrator impersonates the account. */
export const WriteGuard = ({ children }: { children: ReactNode }) =>
  impersonatedId ? (
    <fieldset disabled style={{ display: 'contents' }}>
      {children}
    </fieldset>
  ) : (
    children
  );

type WriteButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

export const WriteButton = (props: WriteButtonProps) => (
  <WriteGuard>
    <Button {...props} />
  </WriteGuard>
);
