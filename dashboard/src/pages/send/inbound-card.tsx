import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconMessageDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../api/keys';
import { usePrice } from '../../api/prices';
import { DocsLink } from '../../components/docs-link';
import { ErrorState } from '../../components/error-state';
import { Hint } from '../../components/hint';
import { QrCode } from '../../components/qr-code';
import { Surface } from '../../components/surface';
import { Tag } from '../../components/tag';
import { STATE_TONES } from '../../components/tones';
import { WriteGuard } from '../../components/write-guard';
import { useFormat, useTranslations } from '../../i18n';
import { type CreatedInbound, createInboundSender, inboundQuery } from './api';
import type { SendForm } from './use-send-form';

/** Creates an inbound verification with the form's key, phone and brand, and shows its progress. */
export function InboundCard({ sendForm, isTest }: { sendForm: SendForm; isTest: boolean }) {
  const t = useTranslations('send.inbound');
  const { rupiah } = useFormat();
  const queryClient = useQueryClient();
  const [create] = useState(createInboundSender);
  const live = usePrice('inbound') ?? 0;
  const price = isTest ? 0 : live;
  const { api_key_id: id, phone, company_name } = sendForm.values;
  const make = useMutation({
    mutationFn: () => create({ api_key_id: Number(id), phone, company_name }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.credit }),
  });
  return (
    <Surface>
      <Title order={2} mb={4}>
        {t('title')}
      </Title>
      <Hint mb="sm">{t('text')}</Hint>
      <WriteGuard needs="createInboundAsUser">
        <Group gap="md">
          <Button
            variant="default"
            loading={make.isPending}
            leftSection={<IconMessageDown size={18} aria-hidden />}
            onClick={() => make.mutate()}
          >
            {price > 0 ? t('makeFor', { price: rupiah(price) }) : t('make')}
          </Button>
          <DocsLink to="/docs/verifications#inbound-verification" size="sm">
            {t('documents')}
          </DocsLink>
        </Group>
      </WriteGuard>
      {make.error && <ErrorState error={make.error} />}
      {make.data && <Followed key={make.data.verification_id} created={make.data} />}
    </Surface>
  );
}

function Followed({ created }: { created: CreatedInbound }) {
  const t = useTranslations('send.inbound');
  const { data } = useQuery(inboundQuery(created.verification_id));
  const status = data?.status ?? 'pending';
  return (
    <Group gap="md" mt="md" align="flex-start">
      <QrCode text={created.wa_link} label={t('qr')} />
      <Stack gap="xs" flex="1 1 220px">
        <Group gap="sm" role="status">
          <Text ff="monospace">{created.recipient}</Text>
          <Tag tone={STATE_TONES.verification[status]}>{t(`status.${status}`)}</Tag>
        </Group>
        <Anchor href={created.wa_link} target="_blank" rel="noreferrer">
          {t('open', { number: created.wa_number })}
        </Anchor>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {created.message}
        </Text>
      </Stack>
    </Group>
  );
}
