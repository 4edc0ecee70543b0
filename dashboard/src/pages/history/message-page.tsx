import { Title } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error';
import { type Story, storyQuery } from '../../api/messages';
import { BackLink } from '../../components/back-link';
import { DocsLink } from '../../components/docs-link';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { CardSkeleton } from '../../components/skeletons';
import { MessageStory } from '../../components/story/message-story';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import classes from './history.module.css';
import { MessageFacts } from './message-facts';

const route = getRouteApi('/signed-in/history/$messageId');
const SKELETON_HEIGHT = 360;

/** The story of one message, live. */
export function MessagePage() {
  const t = useTranslations('history.message');
  const { messageId } = route.useParams();
  // What the list shows comes along in the address, and leads back to it.
  const search = route.useSearch();
  const query = useQuery(storyQuery(messageId));
  const story = query.data;
  const isMissing = query.error instanceof ApiError && query.error.code === 'not_found';
  return (
    <>
      <BackLink to="/history" search={{ ...search, mode: story?.livemode === false ? 'test' : search.mode }}>
        {t('back')}
      </BackLink>
      <PageHeader title={story ? t('title', { recipient: story.recipient }) : t('fallback')} />
      {isMissing && !story ? (
        <Surface>
          <EmptyState icon={IconMessageOff} title={t('missingTitle')} text={t('missing')} />
        </Surface>
      ) : (
        <Loaded query={query} skeleton={<MessageSkeleton />}>
          {(loaded) => <Message story={loaded} />}
        </Loaded>
      )}
    </>
  );
}

function Message({ story }: { story: Story }) {
  const t = useTranslations('history.message');
  return (
    <div className={classes.columns}>
      <Surface>
        <Title order={2} mb="md">
          {t('facts')}
        </Title>
        <MessageFacts story={story} />
        <DocsLink to="/docs/sending#statuses" size="sm" display="inline-block" mt="md">
          {t('documents')}
        </DocsLink>
      </Surface>
      <Surface>
        <Title order={2} mb="md">
          {t('timeline')}
        </Title>
        <MessageStory story={story} />
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
