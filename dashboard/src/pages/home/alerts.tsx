import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { creditQuery, fewDaysLeft, isLow } from '../../api/credit';
import { usePrice } from '../../api/prices';
import { useMay, useMayOpen, useMe } from '../../api/session';
import { useSettings } from '../../api/settings';
import { healthOf, type Webhook, webhooksQuery } from '../../api/webhooks';
import { Callout } from '../../components/callout';
import { TextLink } from '../../components/links';
import { notify } from '../../components/notify';
import { WriteButton } from '../../components/write-guard';
import { useErrorText, useFormat, useTranslations } from '../../i18n';
import { resendVerification } from './api';
import classes from './home.module.css';

/** Alerts about credit, email and webhooks. */
export function Alerts() {
  const enabled = useMay()('listWebhooks');
  const webhooks = useQuery({ ...webhooksQuery, enabled }).data ?? [];
  const troubled = webhooks.filter((webhook) =>
    ['unreliable', 'failing', 'disabled'].includes(healthOf(webhook)),
  );
  return (
    <Stack gap="sm" className={classes.alerts}>
      <EmailAlert />
      <CreditAlert />
      {troubled.map((webhook) => (
        <WebhookAlert key={webhook.id} webhook={webhook} />
      ))}
    </Stack>
  );
}

/** Shown until the email is verified. */
function EmailAlert() {
  const t = useTranslations('home.alerts');
  const errorText = useErrorText();
  const { email, email_verified: isVerified } = useMe();
  const isRequired = useSettings()?.email_verification === 'required';
  const { mutate, isPending } = useMutation({
    mutationFn: resendVerification,
    onSuccess: () => notify(t('emailSent')),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  if (isVerified) return null;
  const resend = (
    <WriteButton variant="default" size="compact-sm" loading={isPending} onClick={() => mutate()}>
      {t('emailResend')}
    </WriteButton>
  );
  return (
    <Notice tone="attention" title={t('emailTitle')} link={resend}>
      {t(isRequired ? 'emailRequired' : 'emailOptional', { email })}
    </Notice>
  );
}

function CreditAlert() {
  const t = useTranslations('home.alerts');
  const { rupiah } = useFormat();
  const mayOpen = useMayOpen();
  const price = usePrice('whatsapp');
  const credit = useQuery(creditQuery).data;
  if (!credit) return null;
  const balance = rupiah(credit.credit_balance);
  const link = mayOpen('/credit') && (
    <TextLink to="/credit" size="sm" c="inherit" underline="always">
      {t('toCredit')}
    </TextLink>
  );
  if (price !== undefined && credit.credit_balance < price)
    return (
      <Notice tone="broken" title={t('emptyTitle')} link={link}>
        {t('empty', { balance, price: rupiah(price) })}
      </Notice>
    );
  const days = fewDaysLeft(credit);
  if (days === null && !isLow(credit)) return null;
  return (
    <Notice tone="attention" title={t('lowTitle')} link={link}>
      {days === null
        ? t('low', { balance, threshold: rupiah(credit.low_threshold ?? 0) })
        : t('lasts', { balance, days })}
    </Notice>
  );
}

function WebhookAlert({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('home.alerts');
  const { time, percent } = useFormat();
  const { id, url, disabled_reason: reason, failing_since: since } = webhook;
  const condition = healthOf(webhook);
  const isDisabled = condition === 'disabled';
  const link = (
    <TextLink to="/webhooks/$id" params={{ id: String(id) }} size="sm" c="inherit" underline="always">
      {t('toWebhook')}
    </TextLink>
  );
  return (
    <Notice
      tone={isDisabled ? 'broken' : 'attention'}
      title={t(
        isDisabled ? 'disabledTitle' : condition === 'unreliable' ? 'unreliableTitle' : 'failingTitle',
      )}
      link={link}
    >
      {isDisabled
        ? t(reason === 'gone' ? 'gone' : 'disabled', { url })
        : condition === 'unreliable'
          ? t('unreliable', { url, share: percent(webhook.health.success_share ?? 0) })
          : t('failing', { url, since: since === null ? '' : time(since) })}
    </Notice>
  );
}

interface NoticeProps {
  tone: 'attention' | 'broken';
  title: string;
  link: ReactNode;
  children: ReactNode;
}

function Notice({ tone, title, link, children }: NoticeProps) {
  return (
    <Callout tone={tone} title={title}>
      <Group gap="xs" justify="space-between">
        <Text size="sm">{children}</Text>
        {link}
      </Group>
    </Callout>
  );
}
