import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { brandsQuery } from './api';
import type { SendForm } from './use-send-form';

/** Says which brands were approved, where an administrator has named some. */
export function BrandField({ sendForm }: { sendForm: SendForm }) {
  const t = useTranslations('send.form');
  const { data } = useQuery(brandsQuery);
  const brands = data?.approved_brands ?? [];
  return (
    <TextInput
      label={t('brand')}
      description={brands.length > 0 ? t('brandApproved', { brands: brands.join(', ') }) : t('brandHint')}
      autoComplete="off"
      required
      {...sendForm.field('company_name')}
    />
  );
}
