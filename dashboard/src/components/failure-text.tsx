import type { Timeline } from '../api/messages';
import { useTranslations } from '../i18n';
import { GatewayNote } from './gateway-note';

interface Props {
  reason: Timeline['reason'];
  /** The error text of the gateway. */
  words: string | null;
}

/** Our text for the failure reason, followed by the error text of the gateway. */
export function FailureText({ reason, words }: Props) {
  const t = useTranslations('shared.reason');
  return (
    <>
      {reason !== null && t(reason)}
      <GatewayNote words={words} />
    </>
  );
}
