import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from '../../i18n';
import { MEMBER_ROLES, type MemberRole } from './api';

interface Props {
  defaultValue?: MemberRole;
  onChange?: (value: string) => void;
}

/** A role, with what it may do. */
export function RoleField({ defaultValue = 'viewer', onChange, ...field }: Props) {
  const t = useTranslations('members');
  const [role, setRole] = useState(defaultValue);
  return (
    <NativeSelect
      label={t('role')}
      description={t(`about.${role}`)}
      data={MEMBER_ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
      defaultValue={defaultValue}
      {...field}
      onChange={({ currentTarget: { value } }) => {
        setRole(value as MemberRole);
        onChange?.(value);
      }}
    />
  );
}
