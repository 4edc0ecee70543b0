import { useMutation } from '@tanstack/react-query';
import { notify } from '../../components/notify';
import { WriteButton } from '../../components/write-guard';
import { useErrorText } from '../../i18n';

interface Props {
  /** The operation, by its `operationId`. */
  needs: string;
  label: string;
  done: string;
  action: () => Promise<unknown>;
}

/** Does something at once. */
export function ActionButton({ needs, label, done, action }: Props) {
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    onSuccess: () => notify(done),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  return (
    <WriteButton
      needs={needs}
      size="compact-sm"
      variant="default"
      loading={isPending}
      onClick={() => mutate()}
    >
      {label}
    </WriteButton>
  );
}
