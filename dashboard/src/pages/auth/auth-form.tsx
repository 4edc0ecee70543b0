import '../../styles/forms';
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/error-state';
import type { FormState } from '../../components/use-api-form';

interface Props extends FormState {
  submit: string;
  children: ReactNode;
  /** Shown below the button. */
  after?: ReactNode;
}

/** A login or registration form: its fields, the error that belongs to no field, and one button. */
export function AuthForm({ onSubmit, isPending, formError, submit, children, after }: Props) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        {children}
        {formError && <ErrorState error={formError} />}
        <Button type="submit" size="md" loading={isPending}>
          {submit}
        </Button>
        {after}
      </Stack>
    </form>
  );
}
