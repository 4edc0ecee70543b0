import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { impersonatedId } from '../api/impersonation';

/**
 * Around what changes something, or goes on after a look: an administrator who looks at the account sees it as its owner does,
 * and cannot use it. The browser itself sees to that, for every control inside.
 */
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
