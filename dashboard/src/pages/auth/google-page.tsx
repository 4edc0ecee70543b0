import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../components/error-state';
import { TextLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { TONES } from '../../components/tones';
import { useTranslations } from '../../i18n';
import { auth } from './api';
import { readGoogleAnswer } from './google';
import { challengeOf, SecondStep } from './second-step';
import { useLogIn } from './use-log-in';

/** Google redirects here with its response in the fragment. */
export function GooglePage() {
  const t = useTranslations('auth.google');
  const logIn = useLogIn();
  const router = useRouter();
  const [answer] = useState(() => readGoogleAnswer(window.location.hash));
  const { mutate, error } = useMutation({
    mutationFn: async ({ body, next }: NonNullable<typeof answer>) => logIn(await auth.google(body), next),
  });
  useEffect(() => {
    // Removes the token from the URL and the browser history first.
    window.history.replaceState(null, '', window.location.pathname);
    if (answer !== null) mutate(answer);
  }, [answer, mutate]);
  const challenge = challengeOf(error);
  if (challenge !== null)
    return (
      <SecondStep
        challenge={challenge}
        next={answer?.next}
        onRestart={() => void router.navigate({ to: '/login', replace: true })}
      />
    );
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack align="flex-start">
        {answer === null && <Alert color={TONES.broken}>{t('failed')}</Alert>}
        {error !== null && <ErrorState error={error} />}
        {answer !== null && error === null && (
          <Group role="status" gap="sm">
            <Loader size="sm" />
            <Text>{t('waiting')}</Text>
          </Group>
        )}
        <TextLink to="/login" size="sm">
          {t('toLogin')}
        </TextLink>
      </Stack>
    </>
  );
}
