import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client';
import { useFormat } from '../../i18n/use-format';
import { Hint } from '../hint';

type Entry = Schemas['SecurityLogItem'];

/** From where, and with what. Of sign-ins from too many addresses none is told. */
export function Whereabouts({
  address,
  user_agent: agent,
  action,
}: Pick<Entry, 'address' | 'user_agent' | 'action'>) {
  const t = useTranslations('security');
  if (address === null) return action.startsWith('signin.') ? t('manyAddresses') : null;
  return (
    <>
      {address}
      {agent !== null && (
        <Hint size="xs" maw={320} style={{ overflowWrap: 'anywhere' }}>
          {agent}
        </Hint>
      )}
    </>
  );
}

/** How often, where it was more than once. */
export function Times({ times, last_at: last }: Pick<Entry, 'times' | 'last_at'>) {
  const t = useTranslations('security');
  const { time } = useFormat();
  if (times === 1) return null;
  return <Hint size="xs">{t('times', { count: times, last: time(last) })}</Hint>;
}
