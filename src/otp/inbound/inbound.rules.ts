import type { InboundVerification } from '../verifications/verification.entities.js';
import type { VerificationStatus } from '../verifications/verification.rules.js';

/** Decides how an inbound verification changes: pure rules. */

export const INBOUND_PREFIX = 'ver_in';
export const isInboundId = (reference: string): boolean => reference.startsWith(`${INBOUND_PREFIX}_`);

/** Why a text proves nothing: the gateway hides the sender's phone, or it is another phone. */
export const UNPROVED = ['phone_hidden', 'phone_differs'] as const;
export type Unproved = (typeof UNPROVED)[number];

type InboundFacts = Pick<
  InboundVerification,
  'status' | 'recipientIndex' | 'deviceId' | 'livemode' | 'dueAt' | 'dueStatus'
>;

/** A text that contains the verification's token. */
export interface Proof {
  /** Fingerprints of the sender's phone; null: hidden. */
  senderIndexes: readonly string[] | null;
  /** The devices that the callback may come from. */
  devices: readonly number[];
}

/** The status now: a verification past its due time has ended, even before the sweep stores that. */
export const inboundStatusAt = ({ status, dueAt, dueStatus }: InboundFacts, now: Date): VerificationStatus =>
  status === 'pending' && dueAt <= now ? dueStatus : status;

/** Decides a text. `undefined`: it changes nothing. */
export function decideProof(facts: InboundFacts, proof: Proof, now: Date): 'approved' | Unproved | undefined {
  const { livemode, deviceId, recipientIndex } = facts;
  if (!livemode || inboundStatusAt(facts, now) !== 'pending') return undefined;
  // Another gateway cannot speak for the device whose number the user got.
  if (deviceId === null || !proof.devices.includes(deviceId)) return undefined;
  if (proof.senderIndexes === null) return 'phone_hidden';
  return proof.senderIndexes.includes(recipientIndex) ? 'approved' : 'phone_differs';
}
