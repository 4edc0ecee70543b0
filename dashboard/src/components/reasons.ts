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

/** How a message may stand, from first to last. */
export const STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;

/** Why messages fail, all that the API knows. */
export const REASONS = Object.keys(ALL) as Reason[];
