import { Button, Group, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useSettings } from '../../../api/settings';
import { Hint } from '../../../components/hint';
import { Money } from '../../../components/money';
import { Section } from '../../../components/section';
import { useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import type { AdminUser } from './api';
import { CreditDialog } from './credit-dialog';
import { useCreditMove } from './use-credit-move';

export function BalanceCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const enough = useTranslations('credit');
  const price = useSettings()?.price;
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
            {price === undefined
              ? '\u00a0'
              : enough('enoughFor', { count: Math.floor(user.credit_balance / price) })}
          </Hint>
        </div>
        <Button leftSection={<IconCoins size={18} aria-hidden />} onClick={open}>
          {t('move')}
        </Button>
      </Group>
      <CreditDialog user={user} dialog={dialog} state={state} />
    </Section>
  );
}
