import { Stack, Text } from '@mantine/core';
import { Copyable } from '../../components/copyable';
import { useTranslations } from '../../i18n';
import type { Enrolment, Proof, RecoveryCodes } from './api';
import { ProofForm } from './proof-form';
import { QrCode } from './qr-code';

interface Props {
  enrolment: Enrolment;
  submit: (proof: Proof) => Promise<RecoveryCodes>;
  onCancel: () => void;
}

/** Shows the secret for the app, and asks for a code as proof. */
export function EnrolForm({ enrolment: { secret, uri }, submit, onCancel }: Props) {
  const t = useTranslations('security.secondFactor');
  return (
    <Stack>
      <Text size="sm">{t('scan')}</Text>
      <QrCode text={uri} label={t('qr')} />
      <Text size="sm">{t('type')}</Text>
      <Copyable value={secret} />
      <ProofForm text={t('prove')} confirm={t('enable')} submit={submit} onCancel={onCancel} />
    </Stack>
  );
}
