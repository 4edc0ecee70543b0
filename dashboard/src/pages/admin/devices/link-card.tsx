import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconQrcode } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DocsLink } from '../../../components/docs-link';
import { GatewayNote } from '../../../components/gateway-note';
import { Hint } from '../../../components/hint';
import { Loaded } from '../../../components/loaded';
import { Section } from '../../../components/section';
import { BlockSkeleton } from '../../../components/skeletons';
import { useTranslations } from '../../../i18n';
import { gatewayPage } from './addresses.rules';
import { type Device, type Pairing, pairingQuery } from './api';
import classes from './link-card.module.css';

const QR_PX = 264;

/**
 * Links the device to WhatsApp, if its gateway supports it. Needs a click, because each request is audited.
 */
export function LinkCard({ device }: { device: Device }) {
  const t = useTranslations('admin.device.link');
  return (
    <Section title={t('title')}>
      <PhoneLink device={device} />
    </Section>
  );
}

export function PhoneLink({ device }: { device: Device }) {
  const t = useTranslations('admin.device.link');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PairingState device={device} />;
  return (
    <Stack align="flex-start">
      <Hint>{t('text')}</Hint>
      <Button leftSection={<IconQrcode size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('show')}
      </Button>
    </Stack>
  );
}

function PairingState({ device }: { device: Device }) {
  const options = pairingQuery(device.id);
  const queryClient = useQueryClient();
  const query = useQuery(options);
  const restart = () => void queryClient.resetQueries({ queryKey: options.queryKey });
  return (
    <Loaded query={query} height={QR_PX}>
      {(pairing) => <PairingResult device={device} pairing={pairing} onAgain={restart} />}
    </Loaded>
  );
}

interface ResultProps {
  device: Device;
  pairing: Pairing;
  onAgain: () => void;
}

function PairingResult({ device, pairing, onAgain }: ResultProps) {
  const t = useTranslations('admin.device.link');
  switch (pairing.state) {
    case 'connected':
      return (
        <Group gap="xs" role="status">
          <IconCircleCheck size={22} color="var(--mantine-primary-color-filled)" aria-hidden />
          {t('connected')}
        </Group>
      );
    case 'scan':
      return <Scan pairing={pairing} />;
    case 'passkey':
      return <Passkey device={device} onAgain={onAgain} />;
    case 'unavailable':
    case 'paused':
      return (
        <Stack align="flex-start" role="status">
          <Text size="sm">{t(pairing.state)}</Text>
          {pairing.state === 'unavailable' && <GatewayNote words={pairing.detail} />}
          <Button variant="default" onClick={onAgain}>
            {t('again')}
          </Button>
        </Stack>
      );
  }
}

/** WhatsApp binds the passkey to its own origin: only the gateway's page can ask the browser for it. */
function Passkey({ device, onAgain }: Omit<ResultProps, 'pairing'>) {
  const t = useTranslations('admin.drivers.passkey');
  return (
    <Stack align="flex-start" role="status">
      <Text size="sm">{t('what')}</Text>
      <Text size="sm">{t('todo')}</Text>
      <Group>
        <Button component="a" href={gatewayPage(device)} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
      </Group>
      <DocsLink to="/docs/gateways#passkeys" size="sm">
        {t('documents')}
      </DocsLink>
    </Stack>
  );
}

type Scannable = Extract<Pairing, { qr_png: string | null }>;

function Scan({ pairing: { qr_png: qr, expires_seconds: seconds } }: { pairing: Scannable }) {
  const t = useTranslations('admin.device.link');
  return (
    <Stack align="flex-start">
      <Hint>{t('text')}</Hint>
      {qr === null ? (
        <Stack gap="xs">
          <BlockSkeleton height={QR_PX} />
          <Text size="sm">{t('waiting')}</Text>
        </Stack>
      ) : (
        <img className={classes.qr} src={`data:image/png;base64,${qr}`} alt={t('alt')} />
      )}
      {seconds !== null && <Hint>{t('expires', { seconds })}</Hint>}
    </Stack>
  );
}
