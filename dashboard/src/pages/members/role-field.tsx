import { DescribedSelect } from '../../components/described-select';
import { useTranslations } from '../../i18n';
import { MEMBER_ROLES, type MemberRole } from './api';

/** Select for a member's role, with a description of the role. */
export function RoleField(field: { defaultValue?: MemberRole; onChange?: (value: string) => void }) {
  const t = useTranslations('members');
  const choices = MEMBER_ROLES.map((value) => ({
    value,
    label: t(`roles.${value}`),
    about: t(`about.${value}`),
  }));
  return <DescribedSelect label={t('role')} choices={choices} {...field} />;
}
