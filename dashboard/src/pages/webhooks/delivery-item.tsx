import { Accordion, Badge, Code, Group, Text } from '@mantine/core';
import { TimeAgo } from '../../components/time-ago';
import { STATE_TONES, TONES } from '../../components/tones';
import { useTranslations } from '../../i18n';
import type { Delivery } from './api';
import { DeliveryDetails } from './delivery-details';
import classes from './delivery-item.module.css';

interface Props {
  delivery: Delivery;
  isOpen: boolean;
  canReplay: boolean;
}

/** Entry of the log, with expandable details. */
export function DeliveryItem({ delivery, isOpen, canReplay }: Props) {
  const t = useTranslations('webhooks.log');
  const { id, type, created_at: createdAt } = delivery;
  // A delivery with failed attempts is shown as retrying, not as waiting.
  const isRetried = delivery.status === 'pending' && delivery.attempts.length > 0;
  const status = isRetried ? 'retrying' : delivery.status;
  return (
    <Accordion.Item value={String(id)}>
      <Accordion.Control>
        <span className={classes.line}>
          <Badge component="span" variant="light" color={TONES[STATE_TONES.delivery[status]]} tt="none">
            {t(`status.${status}`)}
          </Badge>
          <Code className={classes.type}>{type}</Code>
          <LastAnswer delivery={delivery} />
          <Text span size="sm" c="dimmed" className={classes.time}>
            <TimeAgo value={createdAt} />
          </Text>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {isOpen && <DeliveryDetails delivery={delivery} canReplay={canReplay} />}
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function LastAnswer({ delivery: { attempts } }: { delivery: Delivery }) {
  const t = useTranslations('webhooks.delivery');
  const last = attempts[0];
  if (last === undefined) return null;
  return (
    <Group component="span" gap={6}>
      <Text span size="sm">
        {last.status_code === null ? t('noAnswer') : t('answered', { status: String(last.status_code) })}
      </Text>
      {attempts.length > 1 && (
        <Text span size="sm" c="dimmed">
          {t('attempts', { count: attempts.length })}
        </Text>
      )}
    </Group>
  );
}
