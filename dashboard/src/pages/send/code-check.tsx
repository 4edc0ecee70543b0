import { Alert, Button, Group, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys';
import { DocsLink } from '../../components/docs-link';
import { ErrorState } from '../../components/error-state';
import { TONES } from '../../components/tones';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { checkCode } from './api';

interface Props {
  /** Key of the sent message. */
  apiKeyId: number;
  phone: string;
}

/** Checks the received code, as an application would do next. */
export function CodeCheck({ apiKeyId, phone }: Props) {
  const t = useTranslations('send.codeCheck');
  const queryClient = useQueryClient();
  const [isValid, setValid] = useState<boolean | null>(null);
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { otp_code: '' },
    submit: ({ otp_code }) => {
      setValid(null);
      return checkCode({ api_key_id: apiKeyId, phone, otp_code: otp_code.trim() });
    },
    onDone: ({ valid }) => {
      setValid(valid);
      // The timeline changes too.
      if (valid) void queryClient.invalidateQueries({ queryKey: keys.history });
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-label={t('title')}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={t('code')}
          description={t('hint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          flex="1 1 220px"
          {...field('otp_code')}
        />
        <Button type="submit" variant="default" loading={isPending}>
          {t('submit')}
        </Button>
      </Group>
      <div role="status">
        {isValid !== null && (
          <Alert
            mt="sm"
            color={isValid ? TONES.good : TONES.attention}
            icon={isValid ? <IconCircleCheck aria-hidden /> : <IconCircleX aria-hidden />}
            title={t(isValid ? 'right' : 'wrong')}
          >
            {t(isValid ? 'rightText' : 'wrongText')}
          </Alert>
        )}
      </div>
      {formError && <ErrorState error={formError} />}
      <DocsLink to="/docs/verifications#checking-your-own-codes" size="sm" display="inline-block" mt="sm">
        {t('documents')}
      </DocsLink>
    </form>
  );
}
