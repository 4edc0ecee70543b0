import { Text } from '@mantine/core';
import { DescribedSelect } from '../../../components/described-select';
import { DialogForm } from '../../../components/dialog-form';
import { useApiForm } from '../../../components/use-api-form';
import { useTranslations } from '../../../i18n';
import { ADMIN_ROLES, type AdminUser, useUserChanges } from './api';

interface Props {
  user: AdminUser;
  submit: string;
  onDone: () => void;
}

/** Gives the login an administrator's role, or changes it. */
export function AdminRoleForm({ user, submit, onDone }: Props) {
  const t = useTranslations('admin.user.adminRole');
  const name = useTranslations('admin.users.adminRole');
  const { setRole } = useUserChanges(user);
  const { field, ...form } = useApiForm({
    initialValues: { admin_role: user.admin_role ?? 'operator' },
    submit: ({ admin_role: role }) => setRole(role),
    successMessage: t('done'),
    onDone,
  });
  const choices = ADMIN_ROLES.map((value) => ({ value, label: name(value), about: t(`about.${value}`) }));
  return (
    <DialogForm {...form} submit={submit} onCancel={onDone}>
      <DescribedSelect label={t('label')} choices={choices} {...field('admin_role')} />
      <Text size="sm">{t('text')}</Text>
    </DialogForm>
  );
}
