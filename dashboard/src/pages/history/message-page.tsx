import { Title } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error';
import { type Timeline, timelineQuery } from '../../api/messages';
import { BackLink } from '../../components/back-link';
import { DocsLink } from '../../components/docs-link';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { CardSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import { MessageTimeline } from '../../components/timeline/message-timeline';
import { useTranslations } from '../../i18n';
import classes from './history.module.css';
import { MessageFacts } from './message-facts';

const route = getRouteApi('/signed-in/history/$messageId');
const SKELETON_HEIGHT = 360;

/** A message with its timeline, updated live. */
export function MessagePage() {
  const t = useTranslations('history.message');
  const { messageId } = route.useParams();
  // Search of the list, for the link back.
  const search = route.useSearch();
  const query = useQuery(timelineQuery(messageId));
  const timeline = query.data;
  const isMissing = query.error instanceof ApiError && query.error.code === 'not_found';
  return (
    <>
      <BackLink
        to="/history"
        search={{ ...search, mode: timeline?.livemode === false ? 'test' : search.mode }}
      >
        {t('back')}
      </BackLink>
      <PageHeader title={timeline ? t('title', { recipient: timeline.recipient }) : t('fallback')} />
      {isMissing && !timeline ? (
        <Surface>
          <EmptyState icon={IconMessageOff} title={t('missingTitle')} text={t('missing')} />
        </Surface>
      ) : (
        <Loaded query={query} skeleton={<MessageSkeleton />}>
          {(loaded) => <Message timeline={loaded} />}
        </Loaded>
      )}
    </>
  );
}

function Message({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('history.message');
  return (
    <div className={classes.columns}>
      <Surface>
        <Title order={2} mb="md">
          {t('facts')}
        </Title>
        <MessageFacts timeline={timeline} />
        <DocsLink to="/docs/sending#statuses" size="sm" display="inline-block" mt="md">
          {t('documents')}
        </DocsLink>
      </Surface>
      <Surface>
        <Title order={2} mb="md">
          {t('timeline')}
        </Title>
        <MessageTimeline timeline={timeline} />
      </Surface>
    </div>
  );
}

function MessageSkeleton() {
  return (
    <div className={classes.columns}>
      <CardSkeleton height={SKELETON_HEIGHT} />
      <CardSkeleton height={SKELETON_HEIGHT} />
    </div>
  );
}
