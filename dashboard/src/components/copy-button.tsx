import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslations } from '../i18n';

interface Props {
  value: string;
  /**
   * The element that shows the text. Without clipboard access, as over plain HTTP, the text is selected
   * instead.
   */
  shownIn: RefObject<HTMLElement | null>;
}

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
