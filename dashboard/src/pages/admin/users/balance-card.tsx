import { Button, Group, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { priceOf } from '../../../api/prices';
import { useMay } from '../../../api/session';
import { EnoughFor } from '../../../components/enough-for';
import { Hint } from '../../../components/hint';
import { Money } from '../../../components/money';
import { Section } from '../../../components/section';
import { useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { adminPricesQuery } from '../prices/api';
import { type AdminUser, useMayChange } from './api';
import { CreditDialog } from './credit-dialog';
import { useCreditMove } from './use-credit-move';

export function BalanceCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const may = useMayChange(user);
  const enabled = useMay()('listUserPrices');
  const prices = useQuery({ ...adminPricesQuery(user.id), enabled }).data;
  const dialog = useDialog();
  const state = useCreditMove(user);
  const open = () => {
    state.begin();
    dialog.open(true);
  };
  return (
    <Section title={t('balance')}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Text fz={34} fw={650} lh={1.2}>
            <Money value={user.credit_balance} />
          </Text>
          <Hint>
            <EnoughFor balance={user.credit_balance} price={priceOf(prices?.items, 'whatsapp')} />
          </Hint>
        </div>
        {may('moveCredit') && (
          <Button leftSection={<IconCoins size={18} aria-hidden />} onClick={open}>
            {t('move')}
          </Button>
        )}
      </Group>
      <CreditDialog user={user} dialog={dialog} state={state} />
    </Section>
  );
}
