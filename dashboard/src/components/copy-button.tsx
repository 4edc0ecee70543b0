import { Button, CopyButton as Copier } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

interface Props {
  value: string;
  label?: string;
  size?: 'xs' | 'sm';
}

/** Copies a text; says so on the button for a moment. */
export function CopyButton({ value, label, size = 'xs' }: Props) {
  const t = useTranslations('common.actions');
  return (
    <Copier value={value}>
      {({ copied, copy }) => (
        <Button
          size={size}
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? t('copied') : (label ?? t('copy'))}
        </Button>
      )}
    </Copier>
  );
}
