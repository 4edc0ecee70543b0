import { Button, Group, Stack, Textarea } from '@mantine/core';
import { ErrorState } from '../../../components/error-state';
import { Section } from '../../../components/section';
import { useApiForm } from '../../../components/use-api-form';
import { useResetKey } from '../../../components/use-reset-key';
import { FormGuard } from '../../../components/write-guard';
import { useTranslations } from '../../../i18n';
import { linesOf } from '../lines';
import { type AdminUser, useMayChange, useUserChanges } from './api';

/** Approved brands of an account, one per line. */
export function BrandsCard({ user }: { user: AdminUser }) {
  const [key, onWrite] = useResetKey(textOf(user.approved_brands));
  const may = useMayChange(user);
  return (
    <FormGuard isAllowed={may('approveBrands')}>
      <BrandsForm key={key} user={user} onWrite={onWrite} />
    </FormGuard>
  );
}

const textOf = (brands: readonly string[]) => brands.join('\n');

interface Props {
  user: AdminUser;
  onWrite: (text: string) => void;
}

function BrandsForm({ user, onWrite }: Props) {
  const t = useTranslations('admin.user.brands');
  const save = useTranslations('common.actions')('save');
  const { approveBrands } = useUserChanges(user);
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: { brands: textOf(user.approved_brands) },
    submit: ({ brands: text }) => {
      const brands = linesOf(text);
      onWrite(textOf(brands));
      return approveBrands(brands);
    },
    successMessage: t('saved'),
  });
  return (
    <Section title={t('title')}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="sm">
          <Textarea
            label={t('field')}
            description={t('hint')}
            autosize
            minRows={2}
            maxRows={8}
            {...field('brands')}
          />
          {formError && <ErrorState error={formError} />}
          <Group>
            <Button type="submit" variant="default" loading={isPending}>
              {save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
