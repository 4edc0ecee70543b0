import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../i18n/use-format';
import { linesOf } from './audit-detail.rules';

/** What was noted beside the change; a member that we do not know yet, as the service writes it. */
export function AuditDetail({ detail }: { detail: object | null }) {
  const t = useTranslations('security.detail');
  const { rupiah } = useFormat();
  if (detail === null) return null;
  const wordAt = (path: string, otherwise: string) => {
    const key = path as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key as 'yes') : otherwise;
  };
  const lines = linesOf(detail, {
    member: (name) => wordAt(`members.${name}`, name),
    value: (name, value) => {
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      if (name === 'amount' && typeof value === 'number') return rupiah(value);
      return wordAt(`values.${name}.${String(value)}`, String(value));
    },
  });
  return (
    <Text size="sm" maw={420} style={{ overflowWrap: 'anywhere' }}>
      {lines.join(' · ')}
    </Text>
  );
}
