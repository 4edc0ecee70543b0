import { useForm, type UseFormInput } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, SubmitEvent } from 'react';
import { ApiError } from '../api/api-error';
import { fieldsOf } from '../api/form-errors';
import { useErrorText, useTranslations } from '../i18n';
import { notify } from './notify';

interface Options<Values, Result> {
  initialValues: Values;
  submit: (values: Values) => Promise<Result>;
  /** Notification after success. */
  successMessage?: string;
  onDone?: (result: Result) => void | Promise<void>;
  /** Rules that the API cannot check. */
  validate?: UseFormInput<Values>['validate'];
  /** Called on every change; the form itself does not rerender. */
  onValuesChange?: (values: Values) => void;
}

/** Whether a field has an incomplete date, which reads as empty, or a year that the API does not take. */
const isUnreadable = (node: unknown): boolean =>
  node instanceof HTMLInputElement && (node.validity.badInput || node.validity.rangeOverflow);

/** Props of a form of {@link useApiForm}, except its fields. */
export interface FormState {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  isPending: boolean;
  formError: Error | null;
}

/**
 * A form that the API validates. Each error is shown at its field, which gets the focus; `formError` belongs
 * to no field. Name the fields as the API does.
 */
export function useApiForm<Values extends Record<string, unknown>, Result>({
  initialValues,
  submit,
  successMessage,
  onDone,
  validate,
  onValuesChange,
}: Options<Values, Result>) {
  const t = useTranslations('common.failure');
  const errorText = useErrorText();
  const form = useForm<Values>({ mode: 'uncontrolled', initialValues, validate, onValuesChange });
  const fieldNames = Object.keys(initialValues);
  const mutation = useMutation({
    mutationFn: submit,
    onSuccess: (result) => {
      if (successMessage !== undefined) notify(successMessage);
      return onDone?.(result);
    },
    onError: (error) => {
      const fields = fieldsOf(error, fieldNames);
      const isMissing = error instanceof ApiError && error.code === 'parameter_missing';
      // The message of the API is about the first field.
      const textAt = (index: number) => (index === 0 ? errorText(error) : t('invalid'));
      form.setErrors(
        Object.fromEntries(fields.map((field, index) => [field, isMissing ? t('missing') : textAt(index)])),
      );
      if (fields[0] !== undefined) form.getInputNode(fields[0])?.focus();
    },
  });
  const submitValues = form.onSubmit(
    (values) => mutation.mutate(values),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  const hasField = mutation.error !== null && fieldsOf(mutation.error, fieldNames).length > 0;
  return {
    form,
    /** Fields that are set from code also need `key={form.key(name)}`. */
    field: (name: keyof Values & string) => form.getInputProps(name),
    onSubmit: (event?: FormEvent<HTMLFormElement>) => {
      const unreadable = fieldNames.find((name) => isUnreadable(form.getInputNode(name)));
      if (unreadable === undefined) return submitValues(event);
      event?.preventDefault();
      form.setErrors({ [unreadable]: t('incomplete') });
      form.getInputNode(unreadable)?.focus();
    },
    isPending: mutation.isPending,
    formError: hasField ? null : mutation.error,
  };
}
