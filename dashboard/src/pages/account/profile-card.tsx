import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMe } from '../../api/session';
import { EmailBadge } from '../../components/email-badge';
import { ErrorState } from '../../components/error-state';
import { Facts } from '../../components/facts';
import { Mono } from '../../components/mono';
import { Section } from '../../components/section';
import { useApiForm } from '../../components/use-api-form';
import { useDialog } from '../../components/use-dialog';
import { WriteButton, WriteGuard } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { useRename } from './api';
import { EmailModal } from './email-modal';
import { PasswordModal } from './password-modal';

const NAME_MAX = 100;

export function ProfileCard() {
  const t = useTranslations('account.profile');
  const save = useTranslations('common.actions')('save');
  const { username, name, email, email_verified: isVerified } = useMe();
  const rename = useRename();
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { name },
    submit: (values) => rename(values.name),
    successMessage: t('saved'),
  });
  const verified = (
    <Group gap={6}>
      {email}
      <EmailBadge isVerified={isVerified} />
    </Group>
  );
  const facts = [
    { label: t('username'), value: <Mono>{username}</Mono> },
    { label: t('email'), value: verified },
  ];
  return (
    <Section title={t('title')} aside={<Changes />}>
      <Stack gap="md">
        <Facts facts={facts} />
        <WriteGuard>
          <form noValidate onSubmit={onSubmit}>
            <Group align="flex-end" gap="sm">
              <TextInput
                label={t('name')}
                flex="1 1 180px"
                maw={420}
                required
                maxLength={NAME_MAX}
                autoComplete="name"
                {...field('name')}
              />
              <Button type="submit" loading={isPending}>
                {save}
              </Button>
            </Group>
            {formError && <ErrorState error={formError} />}
          </form>
        </WriteGuard>
      </Stack>
    </Section>
  );
}

function Changes() {
  const t = useTranslations('account');
  const email = useDialog();
  const password = useDialog();
  return (
    <Group gap="xs">
      <WriteButton variant="default" size="xs" onClick={() => email.open(true)}>
        {t('email.change')}
      </WriteButton>
      <WriteButton variant="default" size="xs" onClick={() => password.open(true)}>
        {t('password.change')}
      </WriteButton>
      <EmailModal dialog={email} />
      <PasswordModal dialog={password} />
    </Group>
  );
}
