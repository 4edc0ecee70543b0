import { useState } from 'react';
import { useTranslations } from '../i18n';
import { Tag } from './tag';
import { Ticks } from './ticks';
import { STATE_TONES } from './tones';

export type Status = keyof typeof STATE_TONES.message;

/** Status of a message, with WhatsApp's ticks. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslations('shared.status');
  const [first] = useState(status);
  const isNew = status !== first;
  const ticks = {
    sent: <Ticks count="one" isNew={isNew} />,
    delivered: <Ticks count="two" isNew={isNew} />,
    pending: undefined,
    failed: undefined,
  }[status];
  return (
    <Tag tone={STATE_TONES.message[status]} icon={ticks}>
      {t(status)}
    </Tag>
  );
}
