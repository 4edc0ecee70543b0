import type { Device, Driver } from './api';

export const SETUP_STEPS = ['connection', 'link', 'callback', 'message', 'start'] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];
type Facts = Pick<Device, 'state' | 'health' | 'last_probe' | 'first_callback_at'> & {
  outcomes: Pick<Device['outcomes'], 'delivered'>;
};

export interface SetupState {
  step: SetupStep;
  isDone: boolean;
  /** What comes before it has proven itself. */
  isOpen: boolean;
}

/**
 * How far a device is, by what is known of the device alone: so whoever left may go on, anywhere. A gateway that gives no
 * QR code has no step for it; one that reports no delivery has none for that. The last step starts it: before that it
 * takes none of the service's messages.
 */
export function setupOf(device: Facts, { capabilities }: Pick<Driver, 'capabilities'>): SetupState[] {
  const isLinked = device.health !== 'not_linked';
  const hasReported = device.outcomes.delivered > 0;
  const hasAnswered = capabilities.pairing && device.last_probe?.finding === 'disconnected';
  const proven: Record<SetupStep, boolean> = {
    connection: isLinked || hasAnswered,
    link: isLinked,
    // Whether the address was entered shows in what comes in by it: any callback, or a report by the common address.
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
 * Whether there is a way back to the set-up. The message to oneself does not ask for it: a device that has been called
 * back and has delivered nothing of late is only idle.
 */
export const canResume = (device: Facts, driver: Pick<Driver, 'capabilities'>): boolean =>
  setupOf(device, driver).some(({ step, isDone }) => step !== 'message' && !isDone);

/**
 * The message does not wait for a callback: some gateways call only once there is something to report, and what they then
 * report proves both steps. Nor does the start: the administrator may have tested the device elsewhere.
 */
function isReached(step: SetupStep, proven: Readonly<Record<SetupStep, boolean>>): boolean {
  if (step === 'connection') return true;
  return step === 'link' ? proven.connection : proven.link;
}
