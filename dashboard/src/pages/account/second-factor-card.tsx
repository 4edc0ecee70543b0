import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { secondFactorQuery } from '../../api/second-factor';
import { Copyable } from '../../components/copyable';
import { DialogModal } from '../../components/dialog-modal';
import { ErrorState } from '../../components/error-state';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { QrCode } from '../../components/qr-code';
import { SecretModal } from '../../components/secret-modal';
import { SecretOnce } from '../../components/secret-once';
import { Section } from '../../components/section';
import { TONES } from '../../components/tones';
import { useDialog } from '../../components/use-dialog';
import { WriteButton, WriteGuard } from '../../components/write-guard';
import { useFormat, useTranslations } from '../../i18n';
import { type Enrolment, type Proof, type RecoveryCodes, type SecondFactor, useSecurityChanges } from './api';
import { ProofForm } from './proof-form';

const HEIGHT = 96;

/**
 * Two-step verification of the account. Its dialogs stay open after the change, to show the recovery codes.
 */
export function SecondFactorCard() {
  const t = useTranslations('security.secondFactor');
  const enrolment = useDialog<Enrolment>();
  const renewal = useDialog();
  const removal = useDialog();
  const { confirm, renew, disable } = useSecurityChanges();
  const once = ({ recovery_codes: codes }: RecoveryCodes, onStored: () => void) => (
    <SecretOnce label={t('codes')} secret={codes.join('\n')} onStored={onStored} />
  );
  return (
    <Section title={t('title')}>
      <Loaded query={useQuery(secondFactorQuery)} height={HEIGHT}>
        {(state) =>
          state.enabled ? (
            <TurnedOn state={state} onRenew={() => renewal.open(true)} onDisable={() => removal.open(true)} />
          ) : (
            <TurnedOff isRequired={state.required} onBegun={enrolment.open} />
          )
        }
      </Loaded>
      <SecretModal<Enrolment, RecoveryCodes>
        dialog={enrolment}
        title={t('enable')}
        ask={(begun, make) => (
          <EnrolForm enrolment={begun} submit={(proof) => make(confirm(proof))} onCancel={enrolment.close} />
        )}
        show={once}
      />
      <SecretModal<true, RecoveryCodes>
        dialog={renewal}
        title={t('renew')}
        ask={(_, make) => (
          <ProofForm
            text={t('renewText')}
            confirm={t('renew')}
            submit={(proof) => make(renew(proof))}
            onCancel={renewal.close}
          />
        )}
        show={once}
      />
      <DialogModal dialog={removal} title={t('disable')}>
        {() => (
          <ProofForm
            text={t('disableText')}
            confirm={t('disable')}
            submit={disable}
            onDone={() => {
              notify(t('disabled'));
              removal.close();
            }}
            onCancel={removal.close}
          />
        )}
      </DialogModal>
    </Section>
  );
}

function TurnedOff({
  isRequired,
  onBegun,
}: {
  isRequired: boolean;
  onBegun: (enrolment: Enrolment) => void;
}) {
  const t = useTranslations('security.secondFactor');
  const { enrol } = useSecurityChanges();
  const { mutate, isPending, error } = useMutation({ mutationFn: enrol, onSuccess: onBegun });
  return (
    <Stack align="flex-start" mih={HEIGHT}>
      {isRequired && <Alert color={TONES.attention}>{t('required')}</Alert>}
      <Text size="sm">{t('off')}</Text>
      {error && <ErrorState error={error} />}
      <WriteButton loading={isPending} onClick={() => mutate()}>
        {t('enable')}
      </WriteButton>
    </Stack>
  );
}

interface TurnedOnProps {
  state: SecondFactor;
  onRenew: () => void;
  onDisable: () => void;
}

function TurnedOn({ state, onRenew, onDisable }: TurnedOnProps) {
  const t = useTranslations('security.secondFactor');
  const format = useFormat();
  const { enabled_at: since, recovery_codes_left: left } = state;
  return (
    <Stack align="flex-start" mih={HEIGHT}>
      <Group gap="xs">
        <IconShieldCheck size={22} color="var(--mantine-primary-color-filled)" aria-hidden />
        <Text>{t('on', { since: since === null ? '' : format.day(since) })}</Text>
      </Group>
      <Text size="sm" c={left < 3 ? 'var(--mantine-color-error)' : 'dimmed'}>
        {t('left', { count: left })}
      </Text>
      <WriteGuard>
        <Group gap="sm">
          <Button variant="default" onClick={onRenew}>
            {t('renew')}
          </Button>
          <Button variant="default" onClick={onDisable}>
            {t('disable')}
          </Button>
        </Group>
      </WriteGuard>
    </Stack>
  );
}

interface Props {
  enrolment: Enrolment;
  submit: (proof: Proof) => Promise<RecoveryCodes>;
  onCancel: () => void;
}

/** Shows the secret for the app, and asks for a code as proof. */
function EnrolForm({ enrolment: { secret, uri }, submit, onCancel }: Props) {
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
