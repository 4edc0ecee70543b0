import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetLinkToken, linkToken } from '../../api/link-token';
import { meQuery, useMe } from '../../api/session';
import { ErrorState } from '../../components/error-state';
import { ButtonLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { useTranslations } from '../../i18n';
import { auth } from './api';

const PAGE = '/verify-email';

/**
 * Target of the link in the email, after login. Verifies the email of the logged-in account and names that
 * account.
 */
export function VerifyPage() {
  const t = useTranslations('auth.verify');
  const [token] = useState(() => linkToken(PAGE));
  const { username, email, email_verified: isVerified } = useMe();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: auth.verifyEmail,
    onSuccess: (user) => {
      forgetLinkToken(PAGE);
      queryClient.setQueryData(meQuery.queryKey, user);
    },
  });
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack maw={480} align="flex-start">
        {isVerified ? (
          <>
            <Alert role="status">{t('done', { username, email })}</Alert>
            <ButtonLink to="/">{t('toHome')}</ButtonLink>
          </>
        ) : (
          <>
            <Text>{token === undefined ? t('missing') : t('text', { username, email })}</Text>
            {error && <ErrorState error={error} />}
            {token !== undefined && (
              <Button loading={isPending} onClick={() => mutate({ token })}>
                {t('submit')}
              </Button>
            )}
          </>
        )}
      </Stack>
    </>
  );
}
