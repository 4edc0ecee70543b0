import type { Device, Driver } from './api';

export const SETUP_STEPS = ['connection', 'link', 'callback', 'message', 'start'] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];
type Facts = Pick<Device, 'state' | 'health' | 'last_probe' | 'first_callback_at'> & {
  outcomes: Pick<Device['outcomes'], 'delivered'>;
};

export interface SetupState {
  step: SetupStep;
  isDone: boolean;
  /** The previous steps are done. */
  isOpen: boolean;
}

/**
 * Progress of the set-up, derived from the device alone, so it can be resumed anywhere. Steps that the driver
 * does not support are left out. The last step starts the device.
 */
export function setupOf(device: Facts, { capabilities }: Pick<Driver, 'capabilities'>): SetupState[] {
  const isLinked = device.health !== 'not_linked';
  const hasReported = device.outcomes.delivered > 0;
  const hasAnswered = capabilities.pairing && device.last_probe?.finding === 'disconnected';
  const proven: Record<SetupStep, boolean> = {
    connection: isLinked || hasAnswered,
    link: isLinked,
    // Any callback or report proves that the address was entered.
    callback: device.first_callback_at !== null || hasReported,
    message: hasReported,
    start: device.state !== 'setup',
  };
  const steps = SETUP_STEPS.filter((step) => {
    if (step === 'link') return capabilities.pairing;
    return capabilities.reports_delivery || step === 'connection' || step === 'start';
  });
  return steps.map((step) => ({ step, isDone: proven[step], isOpen: isReached(step, proven) }));
}

/**
 * Whether the set-up has open steps. The test message is not one of them: a device with callbacks but without a recent
 * delivery is only idle.
 */
export const canResume = (device: Facts, driver: Pick<Driver, 'capabilities'>): boolean =>
  setupOf(device, driver).some(({ step, isDone }) => step !== 'message' && !isDone);

/**
 * Whether a step can be done now. The message does not require a callback: some gateways call back only after a
 * message, and its report completes both steps. The start does not require the message: the device may have been tested
 * elsewhere.
 */
function isReached(step: SetupStep, proven: Readonly<Record<SetupStep, boolean>>): boolean {
  if (step === 'connection') return true;
  return step === 'link' ? proven.connection : proven.link;
}
