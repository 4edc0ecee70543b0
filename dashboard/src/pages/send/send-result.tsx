import { Divider, Group, Stack, Text, Title } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Story, storyQuery } from '../../api/messages';
import type { SendBody } from '../../api/sender';
import { EmptyState } from '../../components/empty-state';
import { Hint } from '../../components/hint';
import { TextLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { StatusBadge } from '../../components/status-badge';
import { MessageStory } from '../../components/story/message-story';
import { Surface } from '../../components/surface';
import { useFormat, useTranslations } from '../../i18n';
import { CodeCheck } from './code-check';

/** The message that the last send made, also where nobody knows yet whether it went out. */
export interface MadeMessage {
  /** Any of its ids. */
  id: string;
  /** After the send, where its answer says so. */
  balance: number | null;
}

interface Props {
  made: MadeMessage | null;
  /** What it was made by. */
  asked: SendBody | null;
}

/** The story of the message that was just sent, live, and the check of its code. */
export function SendResultCard({ made, asked }: Props) {
  const t = useTranslations('send.result');
  return (
    <Surface>
      {made === null ? (
        <EmptyState icon={IconRoute} title={t('empty')} text={t('emptyText')} />
      ) : (
        <>
          <SentStory key={made.id} made={made} />
          {asked && (
            <>
              <Divider my="md" />
              <CodeCheck key={made.id} apiKeyId={asked.api_key_id} phone={asked.phone} />
            </>
          )}
        </>
      )}
    </Surface>
  );
}

function SentStory({ made }: { made: MadeMessage }) {
  const t = useTranslations('send.result');
  const query = useQuery(storyQuery(made.id));
  const card = useRef<HTMLDivElement>(null);
  // On a phone it comes below the form, out of sight.
  useEffect(() => void card.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Stack ref={card} gap="md">
      <Title order={2}>{t('title')}</Title>
      <Loaded query={query}>{(story) => <Live story={story} balance={made.balance} />}</Loaded>
    </Stack>
  );
}

/** `balance` is that of the send; a refund that came since has its own. */
function Live({ story, balance }: { story: Story; balance: number | null }) {
  const t = useTranslations('send.result');
  const { rupiah } = useFormat();
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" role="status">
          <Text ff="monospace">{story.recipient}</Text>
          <StatusBadge status={story.status} />
        </Group>
        <TextLink size="sm" to="/history/$messageId" params={{ messageId: story.reference }}>
          {t('details')}
        </TextLink>
      </Group>
      <MessageStory story={story} />
      <Hint>
        {story.livemode
          ? t('credit', {
              price: rupiah(story.credit_used),
              balance: rupiah(balanceAfter(story) ?? balance ?? 0),
            })
          : t('free')}
      </Hint>
    </>
  );
}

const balanceAfter = ({ events }: Story) =>
  events.findLast((event) => event.type === 'ledger')?.balance_after;
