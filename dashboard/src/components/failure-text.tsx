import type { Timeline } from '../api/messages';
import { useTranslations } from '../i18n';
import { GatewayNote } from './gateway-note';

interface Props {
  reason: Timeline['reason'];
  /** The gateway's own. */
  words: string | null;
}

/** Why a message failed, or why nobody knows its outcome: in our words, and below in the gateway's, quoted. */
export function FailureText({ reason, words }: Props) {
  const t = useTranslations('common.reason');
  return (
    <>
      {reason !== null && t(reason)}
      <GatewayNote words={words} />
    </>
  );
}
