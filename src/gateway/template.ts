import type { DeviceAccess } from './device-access.js';

/** A message template that its gateway has to approve, in one language. */
export interface TemplateKey {
  name: string;
  /** The gateway's code. */
  language: string;
}

export interface TemplateStatus {
  /** In the gateway's word. */
  status: string;
  isUsable: boolean;
  /** Why not, scrubbed. */
  reason: string | null;
}

/** A new status, or a new quality. */
export type TemplateChange = TemplateKey & { changedAt: Date } & (TemplateStatus | { quality: string });

/**
 * What passes the code to an app: the recipient copies it, taps once, or does nothing. The last two exist on
 * Android only; elsewhere the button copies.
 */
export const TEMPLATE_BUTTONS = ['copy_code', 'one_tap', 'zero_tap'] as const;
export type TemplateButton = (typeof TEMPLATE_BUTTONS)[number];

/** An Android app that may take the code. */
export interface TemplateApp {
  packageName: string;
  signatureHash: string;
}

interface TemplateForm {
  /** Says not to share the code. */
  securityAdvice: boolean;
  /** Says for how long the code counts; null: does not. */
  expiryMinutes: number | null;
  /** Undelivered messages are dropped after this; null: the gateway's default. */
  validitySeconds: number | null;
  apps: TemplateApp[];
}

export type TemplateDefinition = TemplateKey & TemplateForm & { button: TemplateButton };

/** A template as its gateway lists it. */
export interface TemplateDetails extends TemplateKey, TemplateStatus, TemplateForm {
  id: string;
  /** Null: of another kind. */
  button: TemplateButton | null;
  quality: string | null;
  /** Its status says whether messages are taken; in a review or an appeal it does not. */
  isDecided: boolean;
}

export interface CreatedTemplate {
  id: string;
  status: string;
}

/** `refused`: provably nothing was done. Reasons are scrubbed. */
export type TemplateOutcome<Value> =
  { kind: 'done'; value: Value } | { kind: 'refused' | 'unknown'; reason: string };

/** A device whose account is known. */
export interface BusinessDevice extends DeviceAccess {
  accountId: string;
}

/** Templates of the account of a device. */
export interface TemplateManager {
  list(device: BusinessDevice, signal: AbortSignal): Promise<TemplateOutcome<TemplateDetails[]>>;

  create(
    device: BusinessDevice,
    definition: TemplateDefinition,
    signal: AbortSignal,
  ): Promise<TemplateOutcome<CreatedTemplate>>;

  /** Whether the business is verified, in the gateway's word; null: it does not say. */
  verification(device: BusinessDevice, signal: AbortSignal): Promise<string | null>;
}
