import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from '../i18n';

/** Password input with an accessible show button. */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  const t = useTranslations('common.actions');
  const [isVisible, setVisible] = useState(false);
  const name = t(isVisible ? 'hide' : 'reveal', { what: props.label });
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ 'aria-label': name, tabIndex: 0, 'aria-hidden': false }}
    />
  );
}

export function CurrentPasswordField(props: PasswordInputProps) {
  const t = useTranslations('account.password');
  return <PasswordField {...props} label={t('current')} autoComplete="current-password" />;
}
