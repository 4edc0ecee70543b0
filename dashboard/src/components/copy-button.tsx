import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslations } from '../i18n';

interface Props {
  value: string;
  /** What shows the text: where the browser lets no page copy, as over plain HTTP, it is selected for the keyboard. */
  shownIn: RefObject<HTMLElement | null>;
}

/** Copies a text; says so on the button for a moment. */
export function CopyButton({ value, shownIn }: Props) {
  const t = useTranslations('common.actions');
  const { copy, copied, error } = useClipboard();
  const copyOrSelect = () => {
    if (shownIn.current !== null) window.getSelection()?.selectAllChildren(shownIn.current);
    copy(value);
  };
  return (
    <Button
      size="xs"
      variant="default"
      onClick={copyOrSelect}
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    >
      {error ? t('copyByHand') : copied ? t('copied') : t('copy')}
    </Button>
  );
}
