import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type TopUpGuide, topUpGuideQuery } from '../../api/top-ups';
import { Copyable } from '../../components/copyable';
import { DialogModal } from '../../components/dialog-modal';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Section } from '../../components/section';
import { TopUpPicture } from '../../components/top-up-picture';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { topUpRequestsQuery } from './api';
import { TopUpForm } from './top-up-form';
import { TopUpRequests } from './top-up-requests';

/** Payment instructions and the account's top-up requests. */
export function TopUpCard() {
  const t = useTranslations('credit.topUps');
  const guide = useQuery(topUpGuideQuery);
  const requests = useQuery(topUpRequestsQuery);
  const dialog = useDialog();
  const open = requests.data?.items.filter(({ status }) => status === 'open').length ?? 0;
  return (
    <Section title={t('title')}>
      <Loaded query={guide}>
        {(loaded) => (
          <Stack gap="md">
            {hasAdvice(loaded) ? <Advice guide={loaded} /> : <Hint>{t('ask')}</Hint>}
            {hasAdvice(loaded) && (
              <Group gap="sm">
                <WriteButton disabled={open >= loaded.open_max} onClick={() => dialog.open(true)}>
                  {t('transferred')}
                </WriteButton>
                {open >= loaded.open_max && <Hint>{t('enough', { count: open })}</Hint>}
              </Group>
            )}
            <Loaded query={requests}>{({ items }) => <TopUpRequests requests={items} />}</Loaded>
          </Stack>
        )}
      </Loaded>
      <DialogModal dialog={dialog} title={t('transferred')}>
        {() => <TopUpForm onDone={dialog.close} />}
      </DialogModal>
    </Section>
  );
}

const hasAdvice = ({ instructions, accounts, has_picture: hasPicture }: TopUpGuide) =>
  instructions !== '' || accounts.length > 0 || hasPicture;

function Advice({ guide }: { guide: TopUpGuide }) {
  const t = useTranslations('credit.topUps');
  return (
    <Group align="flex-start" gap="lg">
      <Stack gap="sm" flex="1 1 220px">
        {guide.instructions !== '' && (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {guide.instructions}
          </Text>
        )}
        {guide.accounts.map(({ bank, number, holder }) => (
          <div key={`${bank} ${number}`}>
            <Text size="sm" fw={600}>
              {bank}
            </Text>
            <Copyable value={number} />
            <Hint>{t('holder', { holder })}</Hint>
          </div>
        ))}
      </Stack>
      {guide.has_picture && <TopUpPicture alt={t('picture')} />}
    </Group>
  );
}
