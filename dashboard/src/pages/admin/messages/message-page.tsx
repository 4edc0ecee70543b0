import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Timeline } from '../../../api/messages';
import { BackLink } from '../../../components/back-link';
import { Facts } from '../../../components/facts';
import { FailureText } from '../../../components/failure-text';
import { MaskedPhone } from '../../../components/masked-phone';
import { Money } from '../../../components/money';
import { Mono } from '../../../components/mono';
import { PageHeader } from '../../../components/page-header';
import { Section } from '../../../components/section';
import { StatusBadge } from '../../../components/status-badge';
import { MessageTimeline } from '../../../components/timeline/message-timeline';
import { useFormat, useTranslations } from '../../../i18n';
import { DetailPage } from '../detail-page';
import { timelineQuery } from './api';
import { AttemptList } from './attempt-list';

const route = getRouteApi('/signed-in/admin/messages/$id');

export function AdminMessagePage() {
  const t = useTranslations('admin.message');
  const { id } = route.useParams();
  return (
    <>
      <BackLink to="/admin/messages" search={route.useSearch()}>
        {t('back')}
      </BackLink>
      <DetailPage query={useQuery(timelineQuery(Number(id)))} title={t('title', { id })} height={480}>
        {(timeline) => (
          <>
            <PageHeader title={t('title', { id })} />
            <MessageDetails timeline={timeline} />
          </>
        )}
      </DetailPage>
    </>
  );
}

function MessageDetails({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('admin.message');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Section title={t('timeline')}>
        <MessageTimeline timeline={timeline} />
      </Section>
      <Stack gap="lg">
        <Section title={t('facts')}>
          <MessageFacts timeline={timeline} />
        </Section>
        <Section title={t('attempts')}>
          <AttemptList timeline={timeline} />
        </Section>
        {timeline.status === 'failed' && timeline.reason !== null && (
          <Section title={t('error')}>
            <FailureText reason={timeline.reason} words={timeline.error_message} />
          </Section>
        )}
      </Stack>
    </SimpleGrid>
  );
}

function MessageFacts({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('admin.message');
  const mode = useTranslations('shared.mode');
  const { time } = useFormat();
  const facts = [
    { label: t('status'), value: <StatusBadge status={timeline.status} /> },
    { label: t('recipient'), value: <MaskedPhone value={timeline.recipient} /> },
    { label: t('brand'), value: timeline.company_name },
    { label: t('mode'), value: mode(timeline.livemode ? 'live' : 'test') },
    { label: t('credit'), value: <Money value={timeline.credit_used} /> },
    { label: t('created'), value: time(timeline.created_at_utc) },
    { label: t('reference'), value: <Mono>{timeline.reference}</Mono> },
    { label: t('gatewayId'), value: timeline.message_id === null ? '–' : <Mono>{timeline.message_id}</Mono> },
  ];
  return <Facts facts={facts} />;
}
