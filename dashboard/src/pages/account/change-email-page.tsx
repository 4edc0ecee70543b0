import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetLinkToken, linkToken } from '../../api/link-token';
import { meQuery, useMe } from '../../api/session';
import { ErrorState } from '../../components/error-state';
import { ButtonLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { useTranslations } from '../../i18n';
import { confirmEmail } from './api';

const PAGE = '/change-email';

/** Target of the link that is mailed to a new address, after login. */
export function ChangeEmailPage() {
  const t = useTranslations('account.email');
  const [token] = useState(() => linkToken(PAGE));
  const { username, email } = useMe();
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: confirmEmail,
    onSuccess: (user) => {
      forgetLinkToken(PAGE);
      queryClient.setQueryData(meQuery.queryKey, user);
    },
  });
  return (
    <>
      <PageHeader title={t('confirmTitle')} />
      <Stack maw={480} align="flex-start">
        {isSuccess ? (
          <>
            <Alert role="status">{t('done', { username, email })}</Alert>
            <ButtonLink to="/account">{t('toAccount')}</ButtonLink>
          </>
        ) : (
          <>
            <Text>{token === undefined ? t('missing') : t('confirmText', { username })}</Text>
            {error && <ErrorState error={error} />}
            {token !== undefined && (
              <Button loading={isPending} onClick={() => mutate({ token })}>
                {t('confirm')}
              </Button>
            )}
          </>
        )}
      </Stack>
    </>
  );
}
