import { Checkbox, Code, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../api/webhooks';
import { DialogForm } from '../../components/dialog-form';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';

type EventType = NonNullable<Webhook['events']>[number];

const EVENTS = [
  'otp.sent',
  'otp.delivered',
  'otp.failed',
  'verification.approved',
  'verification.expired',
  'verification.failed',
  'verification.inbound_unproved',
  'credit.low',
  'fraud.detected',
] as const satisfies readonly EventType[];

const MODES = ['both', 'live', 'test'] as const satisfies readonly Webhook['mode'][];

interface WebhookValues {
  url: string;
  events: EventType[] | null;
  mode: Webhook['mode'];
}

interface Props {
  initial: WebhookValues;
  submitLabel: string;
  submit: (values: WebhookValues) => Promise<unknown>;
  onDone?: () => void;
  onCancel: () => void;
}

/** URL, mode and events of a new or existing webhook. */
export function WebhookForm({ initial, submitLabel, submit, onDone, onCancel }: Props) {
  const t = useTranslations('webhooks.form');
  const [isAll, setAll] = useState(initial.events === null);
  const { field, ...form } = useApiForm({
    initialValues: { url: initial.url, mode: initial.mode, events: initial.events ?? [] },
    submit: ({ url, mode, events }) => submit({ url, mode, events: isAll ? null : events }),
    onDone,
  });
  return (
    <DialogForm {...form} submit={submitLabel} onCancel={onCancel}>
      <TextInput
        type="url"
        label={t('url')}
        description={t('urlHint')}
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...field('url')}
      />
      <Radio.Group label={t('mode')} {...field('mode')}>
        <Stack gap="xs" mt={6}>
          {MODES.map((mode) => (
            <Radio key={mode} value={mode} label={t(`modes.${mode}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={t('events')}
        value={isAll ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="all" label={t('all')} description={t('allHint')} />
          <Radio value="some" label={t('some')} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <Checkbox.Group label={t('which')} {...field('events')}>
          <Stack gap="xs" mt={6}>
            {EVENTS.map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={<Code>{event}</Code>}
                description={t(`kinds.${keyOf(event)}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </DialogForm>
  );
}

/** The message key of an event. It has no dot, which use-intl would read as a path. */
const keyOf = (event: EventType) =>
  (
    ({
      'otp.sent': 'sent',
      'otp.delivered': 'delivered',
      'otp.failed': 'failed',
      'verification.approved': 'verificationApproved',
      'verification.expired': 'verificationExpired',
      'verification.failed': 'verificationFailed',
      'verification.inbound_unproved': 'inboundUnproved',
      'credit.low': 'creditLow',
      'fraud.detected': 'fraudDetected',
    }) as const
  )[event];
