import type { Metadata } from './correlation.rules.js';
import type { Message } from './message.entity.js';

/** What tells a message from others: to us, and to whoever sent it. Every answer has it that knows of a message. */
export interface Correlation {
  reference: string;
  external_id: string | null;
  metadata: Metadata | null;
}

export type Correlated = Pick<Message, 'reference' | 'externalId' | 'metadata'>;

export const correlationOf = ({ reference, externalId, metadata }: Correlated): Correlation => ({
  reference,
  external_id: externalId,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Metadata),
});
