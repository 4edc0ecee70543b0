import { Text } from '@mantine/core';
import { useFormat, useTranslations } from '../../i18n';
import type { STATE_TONES } from '../tones';
import { linesOf } from './audit-detail.rules';
import { useTargetText } from './audit-texts';

type AlertKind = keyof typeof STATE_TONES.alert;

interface Props {
  action: string;
  detail: object | null;
}

export const AuditDetail = ({ action, detail }: Props) =>
  action.startsWith('signin.') ? <SignInDetail detail={detail} /> : <ChangeDetail detail={detail} />;

/** Amounts in rupiah. (A cost is a text in its own currency.) */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'settled']);
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The changed values. Unknown members are shown as the service writes them. */
function ChangeDetail({ detail }: Pick<Props, 'detail'>) {
  const t = useTranslations('security.detail');
  const alert = useTranslations('admin.system.alerts.kinds');
  const targetText = useTargetText();
  const { rupiah, time } = useFormat();
  if (detail === null) return null;
  const wordAt = (path: string, otherwise: string) => {
    const key = path as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key as 'yes') : otherwise;
  };
  const lines = linesOf(detail, {
    member: (name) => wordAt(`members.${name}`, name),
    value: (name, value) => {
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      if (AMOUNTS.has(name) && typeof value === 'number') return rupiah(value);
      if (typeof value === 'string' && INSTANT.test(value)) return time(value);
      if (name === 'subject') return targetText(String(value));
      if (name === 'kind' && alert.has(value as AlertKind)) return alert(value as AlertKind);
      return wordAt(`values.${name}.${String(value)}`, String(value));
    },
  });
  return (
    <Text size="sm" maw={420} style={{ overflowWrap: 'anywhere' }}>
      {lines.join(' · ')}
    </Text>
  );
}

/** Login method and failure reason. Unknown words are shown as the service writes them. */
function SignInDetail({ detail }: Pick<Props, 'detail'>) {
  const t = useTranslations('security');
  const words = (['how', 'reason'] as const).flatMap((name) => {
    const word: unknown = Reflect.get(detail ?? {}, name);
    if (typeof word !== 'string') return [];
    const key = `${name}.${word}` as Parameters<typeof t.has>[0];
    return [t.has(key) ? t(key as 'manyAddresses') : word];
  });
  return words.join(': ');
}
