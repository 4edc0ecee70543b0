import { Accordion, Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { IconInbox, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Webhook, webhooksQuery } from '../../api/webhooks';
import { CursorPager } from '../../components/cursor-pager';
import { EmptyState } from '../../components/empty-state';
import { ButtonLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { Surface } from '../../components/surface';
import { WriteButton } from '../../components/write-guard';
import { useFormat, useTranslations } from '../../i18n';
import { deliveriesQuery, type Delivery } from './api';
import { DeliveryItem } from './delivery-item';
import { DELIVERY_STATUSES, type DeliveryStatus } from './search';

const route = getRouteApi('/signed-in/webhooks/$id');
const ALL = 'all';

interface Props {
  webhook: Webhook;
  /** IDs of expanded deliveries. */
  opened: string[];
  /** ID of the last test delivery. */
  tested: number | null;
  onOpened: (opened: string[]) => void;
  onReplay: () => void;
}

export function DeliveryLog({ webhook, opened, tested, onOpened, onReplay }: Props) {
  const t = useTranslations('webhooks.log');
  const search = route.useSearch();
  const { instant } = useFormat();
  const query = useQuery(deliveriesQuery(webhook.id, search, instant));
  useFreshHealth(query.data?.items);
  useTestOutcome(tested, query.data?.items);
  return (
    <Surface>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2}>{t('title')}</Title>
        <WriteButton
          needs="replayFailedDeliveries"
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={!webhook.active}
          onClick={onReplay}
        >
          {t('replayMany')}
        </WriteButton>
      </Group>
      <Stack>
        <StatusFilter />
        <Loaded query={query}>
          {({ items, next_cursor: next }) => (
            <div aria-busy={query.isPlaceholderData}>
              {items.length === 0 ? (
                <EmptyState
                  icon={IconInbox}
                  title={t(search.status ? 'emptyFiltered' : 'empty')}
                  text={
                    search.status === 'failed' ? t('emptyFailed') : search.status ? undefined : t('emptyText')
                  }
                />
              ) : (
                <Accordion multiple order={3} value={opened} onChange={onOpened} chevronPosition="left">
                  {items.map((delivery) => (
                    <DeliveryItem
                      key={delivery.id}
                      delivery={delivery}
                      isOpen={opened.includes(String(delivery.id))}
                      canReplay={webhook.active}
                    />
                  ))}
                </Accordion>
              )}
              <Pages next={next} />
            </div>
          )}
        </Loaded>
      </Stack>
    </Surface>
  );
}

function StatusFilter() {
  const t = useTranslations('webhooks.log');
  const { status = ALL } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (value: string) =>
    navigate({ search: value === ALL ? {} : { status: value as DeliveryStatus } });
  return (
    <SegmentedControl
      aria-label={t('filter')}
      w={{ base: '100%', sm: 'fit-content' }}
      // On a phone, long names take several lines.
      styles={{ label: { paddingInline: 6, whiteSpace: 'normal' } }}
      value={status}
      onChange={(value) => void choose(value)}
      data={[ALL, ...DELIVERY_STATUSES].map((value) => ({
        value,
        label: t(`status.${value as DeliveryStatus | typeof ALL}`),
      }))}
    />
  );
}

function Pages({ next }: { next: number | null }) {
  const t = useTranslations('webhooks.log');
  const params = route.useParams();
  const search = route.useSearch();
  return (
    <CursorPager
      label={t('pages')}
      cursor={search.cursor}
      next={next}
      renderLink={(cursor, text) => (
        <ButtonLink
          to="/webhooks/$id"
          params={params}
          variant="default"
          size="sm"
          search={{ ...search, cursor }}
        >
          {text}
        </ButtonLink>
      )}
    />
  );
}

/** Refetches the webhook when the log shows a new attempt. */
function useFreshHealth(log: readonly Delivery[] | undefined): void {
  const queryClient = useQueryClient();
  const ended = log?.map(({ id, status, attempts }) => `${id} ${status} ${attempts.length}`).join();
  const known = useRef(ended);
  useEffect(() => {
    if (known.current !== undefined && ended !== known.current)
      void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    known.current = ended;
  }, [ended, queryClient]);
}

/** Notifies about the result of a test event after its first attempt. */
function useTestOutcome(tested: number | null, log: readonly Delivery[] | undefined): void {
  const t = useTranslations('webhooks.one');
  const notified = useRef<number | null>(null);
  const first = log?.find(({ id }) => id === tested)?.attempts.at(-1);
  useEffect(() => {
    if (first === undefined || notified.current === tested) return;
    notified.current = tested;
    const { status_code: status } = first;
    if (status === null) return notify(t('testUnanswered'), 'broken');
    const isTaken = status >= 200 && status < 300;
    notify(t(isTaken ? 'testTaken' : 'testRefused', { status: String(status) }), isTaken ? 'good' : 'broken');
  }, [tested, first, t]);
}
