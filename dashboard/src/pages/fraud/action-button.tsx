import { useMutation } from '@tanstack/react-query';
import { isForbidden } from '../../api/api-error';
import { notify } from '../../components/notify';
import { WriteButton } from '../../components/write-guard';
import { useErrorText, useTranslations } from '../../i18n';

interface Props {
  /** The operation, by its `operationId`. */
  needs: string;
  label: string;
  done: string;
  action: () => Promise<unknown>;
}

/** A button that runs its action without a confirmation. */
export function ActionButton({ needs, label, done, action }: Props) {
  const t = useTranslations('shared');
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    onSuccess: () => notify(done),
    // The list does not say which accounts are those of administrators.
    onError: (error) => notify(isForbidden(error) ? t('ofAdministrator') : errorText(error), 'broken'),
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
