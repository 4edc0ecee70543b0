import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../components/notify';
import { WriteGuard } from '../../components/write-guard';
import { useErrorText } from '../../i18n';

interface Props {
  label: string;
  done: string;
  action: () => Promise<unknown>;
}

/** Does something at once. */
export function ActionButton({ label, done, action }: Props) {
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    onSuccess: () => notify(done),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  return (
    <WriteGuard needs="liftFraudBlock">
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    </WriteGuard>
  );
}
