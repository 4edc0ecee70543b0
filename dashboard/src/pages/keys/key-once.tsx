import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NewApiKey } from '../../api/api-keys';
import { CodeBlock } from '../../components/code-block';
import { Hint } from '../../components/hint';
import { SecretOnce } from '../../components/secret-once';
import { useTranslations } from '../../i18n';

interface Props {
  created: NewApiKey;
  onStored: () => void;
  /** Additional content. */
  children?: ReactNode;
}

/** A new key with a command to try it. */
export function KeyOnce({ created, onStored, children }: Props) {
  const t = useTranslations('keys.once');
  return (
    <Stack>
      <SecretOnce label={t('label', created)} secret={created.key} onStored={onStored} />
      {children}
      <CodeBlock label={t('try')} code={sendLine(created.key)} />
      <Hint>{t(created.mode === 'live' ? 'liveHint' : 'testHint')}</Hint>
    </Stack>
  );
}

function sendLine(key: string): string {
  const body = JSON.stringify({ phone: '081234567890', otp_code: '482913', company_name: 'Sandi' });
  return [
    `curl -X POST ${window.location.origin}/api/otp/send`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  ].join(' \\\n  ');
}
