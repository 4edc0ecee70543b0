import { Button } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useTranslations } from '../../i18n';
import { googleAddress } from './google';

interface Props {
  clientId: string;
  next?: string | undefined;
  invitation?: string | undefined;
}

/** Leaves for Google's page; state and nonce are made when one goes, not when one looks. */
export function GoogleLink({ clientId, next = '/', invitation }: Props) {
  const t = useTranslations('auth.login');
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconBrandGoogle size={18} aria-hidden />}
      onClick={() => window.location.assign(googleAddress(clientId, next, invitation))}
    >
      {t('google')}
    </Button>
  );
}
