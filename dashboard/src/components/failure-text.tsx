import { useTranslations } from 'use-intl';
import type { Story } from '../api/messages';
import { Hint } from './hint';

interface Props {
  reason: NonNullable<Story['reason']>;
  /** The gateway's own. */
  words: string | null;
}

/** Why a message failed, or why nobody knows its outcome: in our words, and below in the gateway's. */
export function FailureText({ reason, words }: Props) {
  const t = useTranslations('common.reason');
  return (
    <>
      {t(reason)}
      {words !== null && <Hint>{words}</Hint>}
    </>
  );
}
