import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Story } from '../../../api/messages';
import { BackLink } from '../../../components/back-link';
import { FailureText } from '../../../components/failure-text';
import { PageHeader } from '../../../components/page-header';
import { Section } from '../../../components/section';
import { MessageStory } from '../../../components/story/message-story';
import { useTranslations } from '../../../i18n';
import { OnePage } from '../one-page';
import { storyQuery } from './api';
import { AttemptList } from './attempt-list';
import { MessageFacts } from './message-facts';

const route = getRouteApi('/signed-in/admin/messages/$id');

export function AdminMessagePage() {
  const t = useTranslations('admin.message');
  const { id } = route.useParams();
  return (
    <>
      <BackLink to="/admin/messages" search={route.useSearch()}>
        {t('back')}
      </BackLink>
      <OnePage query={useQuery(storyQuery(Number(id)))} title={t('title', { id })} height={480}>
        {(story) => (
          <>
            <PageHeader title={t('title', { id })} />
            <StoryDetails story={story} />
          </>
        )}
      </OnePage>
    </>
  );
}

function StoryDetails({ story }: { story: Story }) {
  const t = useTranslations('admin.message');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Section title={t('timeline')}>
        <MessageStory story={story} />
      </Section>
      <Stack gap="lg">
        <Section title={t('facts')}>
          <MessageFacts story={story} />
        </Section>
        <Section title={t('attempts')}>
          <AttemptList story={story} />
        </Section>
        {story.status === 'failed' && story.reason !== null && (
          <Section title={t('error')}>
            <FailureText reason={story.reason} words={story.error_message} />
          </Section>
        )}
      </Stack>
    </SimpleGrid>
  );
}
