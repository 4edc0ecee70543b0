import { Button } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useTranslations } from '../../i18n';
import { googleAddress } from './google';

interface Props {
  clientId: string;
  next?: string | undefined;
  invitation?: string | undefined;
}

/** Opens Google's login page. State and nonce are created on the click. */
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
