import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from '../i18n';
import { CopyButton } from './copy-button';
import { TONES } from './tones';

interface Props {
  label: string;
  secret: string;
  /** The user has stored the secret. */
  onStored: () => void;
}

/** A secret that the API returns once. Keep it in state, never in a query cache or a URL. */
export function SecretOnce({ label, secret, onStored }: Props) {
  const t = useTranslations('shared.secret');
  const text = useRef<HTMLElement>(null);
  return (
    <Alert color={TONES.good} title={label} icon={<IconKey aria-hidden />}>
      <Stack gap="sm">
        <Text size="sm">{t('once')}</Text>
        <Code
          block
          ref={text}
          aria-label={label}
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        >
          {secret}
        </Code>
        <Group gap="sm">
          <CopyButton value={secret} shownIn={text} />
          <Button size="xs" onClick={onStored}>
            {t('stored')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
