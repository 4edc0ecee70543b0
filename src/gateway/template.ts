export interface TemplateKey {
  name: string;
  /** The gateway's code. */
  language: string;
}

export interface TemplateStatus {
  /** As the gateway names it. */
  status: string;
  isUsable: boolean;
  /** Why the template is not usable, scrubbed. */
  reason: string | null;
}

/** A new status, or a new quality. */
export type TemplateChange = TemplateKey & { changedAt: Date } & (TemplateStatus | { quality: string });

/**
 * How an app gets the code: the recipient copies it, taps once, or does nothing. Except on Android, all of them copy.
 */
export const TEMPLATE_BUTTONS = ['copy_code', 'one_tap', 'zero_tap'] as const;
export type TemplateButton = (typeof TEMPLATE_BUTTONS)[number];

export interface TemplateApp {
  package_name: string;
  signature_hash: string;
}

interface TemplateForm {
  /** Advises not to share the code. */
  securityAdvice: boolean;
  /** Shows how long the code is valid; null: does not. */
  expiryMinutes: number | null;
  /** The gateway drops a message that it could not deliver in this time; null: its default. */
  validitySeconds: number | null;
  apps: TemplateApp[];
}

export type TemplateDefinition = TemplateKey & TemplateForm & { button: TemplateButton };

export interface TemplateDetails extends TemplateKey, TemplateStatus, TemplateForm {
  id: string;
  /** Null: a button of another kind. */
  button: TemplateButton | null;
  quality: string | null;
  /** False in a review or an appeal: the status does not say yet whether messages can be sent. */
  isDecided: boolean;
}

export interface CreatedTemplate {
  id: string;
  status: string;
}

/** `refused`: provably nothing was done. Reasons are scrubbed. */
export type TemplateOutcome<Value> =
  { kind: 'done'; value: Value } | { kind: 'refused' | 'unknown'; reason: string };
