import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { TopUpGuide } from '../../../api/top-ups';
import { ErrorState } from '../../../components/error-state';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { useApiForm } from '../../../components/use-api-form';
import { useResetKey } from '../../../components/use-reset-key';
import { useTranslations } from '../../../i18n';
import { type GuideValues, useTopUps } from './api';

const ACCOUNTS_MAX = 10;

type Account = TopUpGuide['accounts'][number];

const NO_ACCOUNT: Account = { bank: '', number: '', holder: '' };

/** Payment instructions, and the operator's name and address on receipts. */
export function GuideForm({ guide }: { guide: TopUpGuide }) {
  const [key, onWrite] = useResetKey(contentOf(guide));
  return <GuideFields key={key} guide={guide} onWrite={onWrite} />;
}

const contentOf = (values: GuideValues) => {
  const { instructions, accounts, operator_name, operator_address, operator_tax_number } = values;
  const lines = accounts.map(({ bank, number, holder }) => [bank, number, holder]);
  return JSON.stringify([instructions, lines, operator_name, operator_address, operator_tax_number]);
};

interface Props {
  guide: TopUpGuide;
  onWrite: (content: string) => void;
}

function GuideFields({ guide, onWrite }: Props) {
  const t = useTranslations('admin.topUps.guide');
  const save = useTranslations('common.actions')('save');
  const { writeGuide } = useTopUps();
  const [accounts, setAccounts] = useState<readonly Account[]>(guide.accounts);
  const { instructions, operator_name, operator_address, operator_tax_number } = guide;
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { instructions, operator_name, operator_address, operator_tax_number },
    submit: (values) => {
      const written = { ...values, accounts: accounts.filter(isWritten) };
      onWrite(contentOf(written));
      return writeGuide(written);
    },
    successMessage: t('saved'),
  });
  return (
    <Section title={t('title')}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Hint>{t('text')}</Hint>
          <Textarea
            label={t('instructions')}
            description={t('instructionsHint')}
            rows={4}
            maxLength={2000}
            {...field('instructions')}
          />
          <Accounts accounts={accounts} onChange={setAccounts} />
          <TextInput
            label={t('operatorName')}
            description={t('operatorHint')}
            maxLength={100}
            {...field('operator_name')}
          />
          <Textarea label={t('operatorAddress')} rows={3} maxLength={300} {...field('operator_address')} />
          <TextInput label={t('operatorTaxNumber')} maxLength={60} {...field('operator_tax_number')} />
          {formError && <ErrorState error={formError} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isPending}>
              {save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

const isWritten = (account: Account) => Object.values(account).some((text) => text.trim() !== '');

interface AccountsProps {
  accounts: readonly Account[];
  onChange: (accounts: readonly Account[]) => void;
}

function Accounts({ accounts, onChange }: AccountsProps) {
  const t = useTranslations('admin.topUps.guide');
  const change = (at: number, part: Partial<Account>) =>
    onChange(accounts.map((account, index) => (index === at ? { ...account, ...part } : account)));
  return (
    <>
      {accounts.map((account, at) => (
        // No ID, and their order does not change.
        <AccountFields
          key={at}
          nth={at + 1}
          account={account}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(accounts.filter((_, index) => index !== at))}
        />
      ))}
      {accounts.length < ACCOUNTS_MAX && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...accounts, NO_ACCOUNT])}
          >
            {t('addAccount')}
          </Button>
        </Group>
      )}
    </>
  );
}

interface AccountProps {
  nth: number;
  account: Account;
  onChange: (part: Partial<Account>) => void;
  onRemove: () => void;
}

const FIELDS = [
  { name: 'bank', flex: '1 1 120px', max: 40 },
  { name: 'number', flex: '2 1 160px', max: 40 },
  { name: 'holder', flex: '2 1 160px', max: 80 },
] as const;

function AccountFields({ nth, account, onChange, onRemove }: AccountProps) {
  const t = useTranslations('admin.topUps.guide');
  return (
    <Group gap="sm" align="flex-end" role="group" aria-label={t('account', { nth: String(nth) })}>
      {FIELDS.map(({ name, flex, max }) => (
        <TextInput
          key={name}
          label={t(name)}
          flex={flex}
          maxLength={max}
          value={account[name]}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      ))}
      <Button variant="subtle" aria-label={t('removeAccount', { nth: String(nth) })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </Group>
  );
}
