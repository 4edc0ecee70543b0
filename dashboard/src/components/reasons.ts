import type { Schemas } from '../api/schemas';

type Reason = NonNullable<Schemas['FoundMessage']['reason']>;

const ALL: Readonly<Record<Reason, true>> = {
  not_on_whatsapp: true,
  device_unavailable: true,
  device_restricted: true,
  recipient_limit: true,
  blocked_by_recipient: true,
  template_rejected: true,
  gateway_timeout: true,
  gateway_fault: true,
  expired: true,
  unknown: true,
};

/** Message statuses in order. */
export const STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;

export const REASONS = Object.keys(ALL) as Reason[];
