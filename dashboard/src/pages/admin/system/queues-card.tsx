import { useTranslations } from 'use-intl';
import { Section } from '../../../components/section';
import { Figures } from '../figures';
import type { System } from './api';

const QUEUES = [
  'pending_messages',
  'callbacks',
  'webhook_events',
  'webhook_deliveries',
  'webhook_deliveries_held',
] as const;

export function QueuesCard({ queues }: Pick<System, 'queues'>) {
  const t = useTranslations('admin.system.queues');
  return (
    <Section title={t('title')}>
      <Figures figures={QUEUES.map((queue) => ({ label: t(queue), value: queues[queue] }))} cols={2} />
    </Section>
  );
}
