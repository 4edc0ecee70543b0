import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/session';
import { type TopUpGuide, topUpGuideQuery, type TopUpRequest } from '../../api/top-ups';
import { Copyable } from '../../components/copyable';
import { DialogModal } from '../../components/dialog-modal';
import { Hint } from '../../components/hint';
import { Loaded } from '../../components/loaded';
import { Section } from '../../components/section';
import { TopUpPicture } from '../../components/top-up-picture';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { paymentOptionsQuery, topUpRequestsQuery } from './api';
import { PayDialog } from './pay-dialog';
import { TopUpForm } from './top-up-form';
import { TopUpRequests } from './top-up-requests';

/** Payment instructions and the account's top-up requests. */
export function TopUpCard() {
  const t = useTranslations('credit.topUps');
  const may = useMay();
  const guide = useQuery(topUpGuideQuery);
  const requests = useQuery(topUpRequestsQuery);
  const options = useQuery(paymentOptionsQuery).data;
  const isPayable = (options?.providers.length ?? 0) > 0;
  const dialog = useDialog();
  const payment = useDialog<TopUpRequest | 'new'>();
  const open = requests.data?.items.filter(({ status }) => status === 'open').length ?? 0;
  return (
    <Section title={t('title')}>
      <Loaded query={guide}>
        {(loaded) => (
          <Stack gap="md">
            {hasAdvice(loaded) && <Advice guide={loaded} />}
            {!hasAdvice(loaded) && !isPayable && <Hint>{t('ask')}</Hint>}
            {(hasAdvice(loaded) || isPayable) && may('requestTopUp') && (
              <Group gap="sm">
                {isPayable && (
                  <WriteButton disabled={open >= loaded.open_max} onClick={() => payment.open('new')}>
                    {t('pay.online')}
                  </WriteButton>
                )}
                {hasAdvice(loaded) && (
                  <WriteButton
                    variant={isPayable ? 'default' : 'filled'}
                    disabled={open >= loaded.open_max}
                    onClick={() => dialog.open(true)}
                  >
                    {t('transferred')}
                  </WriteButton>
                )}
                {open >= loaded.open_max && <Hint>{t('enough', { count: open })}</Hint>}
              </Group>
            )}
            <Loaded query={requests}>
              {({ items }) => <TopUpRequests requests={items} onPay={isPayable ? payment.open : undefined} />}
            </Loaded>
          </Stack>
        )}
      </Loaded>
      <DialogModal dialog={dialog} title={t('transferred')}>
        {() => <TopUpForm onDone={dialog.close} />}
      </DialogModal>
      <DialogModal dialog={payment} title={t('pay.online')}>
        {(subject) =>
          options && (
            <PayDialog
              request={subject === 'new' ? null : subject}
              options={options}
              onClose={payment.close}
            />
          )
        }
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
