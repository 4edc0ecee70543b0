import { Anchor, type AnchorProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from '../i18n';

interface Props extends AnchorProps {
  /**
   * An operation (`/docs#/OTP/sendOtp`), an error (`/docs/errors#phone_invalid`), or a section
   * (`/docs/webhooks#events`).
   */
  to: `/docs${string}`;
  children: ReactNode;
}

/** Link to the documentation of this service, in a new tab. */
export function DocsLink({ to, children, ...props }: Props) {
  const t = useTranslations('common');
  return (
    <Anchor href={to} target="_blank" rel="noopener" underline="always" title={t('newTab')} {...props}>
      {children}
      <IconExternalLink size="0.9em" style={{ marginInlineStart: 4, verticalAlign: '-0.1em' }} aria-hidden />
    </Anchor>
  );
}
