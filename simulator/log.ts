import { now } from './clock.js';
import { newMessageId } from './random.js';

/** What a callback and a look-up can say of a message. */
export type MessageStatus = 'sent' | 'delivered' | 'failed';

/** A send as the service asked for it. */
export interface Send {
  to: string;
  text: string;
  reference: string;
}

/** One callback of a message, with what became of it. */
export interface CallbackRecord {
  status: MessageStatus;
  error: string | null;
  /** ISO 8601, when the first attempt began */
  at: string;
  /** HTTP attempts; 0 until it was taken or given up */
  attempts: number;
  /** HTTP status of the last attempt; null when that got no answer, and until then */
  answered: number | null;
}

/** A message that the simulator took. */
export interface Accepted extends Send {
  id: string;
  /** ISO 8601 */
  at: string;
  status: MessageStatus;
  error: string | null;
  /** oldest first, at most the last 50 */
  callbacks: CallbackRecord[];
}

const CALLBACKS_KEPT = 50;

// As in the service: a message that was delivered stays delivered, whatever else is reported of it.
const RANK = { sent: 1, failed: 2, delivered: 3 } as const satisfies Record<MessageStatus, number>;

/**
 * The accepted messages, in memory only and never more than `capacity`: the oldest is forgotten first,
 * and with it the memory that its reference was used.
 */
export class MessageLog {
  private readonly byReferences = new Map<string, Accepted>();
  private readonly byIds = new Map<string, Accepted>();

  /** The messages in a circle: the place of the next one is the place of the oldest. */
  private readonly circle: Accepted[] = [];
  private next = 0;

  /** @param capacity at least 1 */
  constructor(private readonly capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError('the log must have room for a message');
  }

  get size(): number {
    return this.byReferences.size;
  }

  add(send: Send): Accepted {
    const message: Accepted = {
      ...send,
      id: newMessageId(),
      at: now().toISOString(),
      // A taken message counts as sent: the contract knows nothing below that.
      status: 'sent',
      error: null,
      callbacks: [],
    };
    const oldest = this.circle[this.next];
    if (oldest) {
      this.byReferences.delete(oldest.reference);
      this.byIds.delete(oldest.id);
    }
    this.circle[this.next] = message;
    this.next = (this.next + 1) % this.capacity;
    this.byReferences.set(message.reference, message);
    this.byIds.set(message.id, message);
    return message;
  }

  byReference(reference: string): Accepted | undefined {
    return this.byReferences.get(reference);
  }

  byId(id: string): Accepted | undefined {
    return this.byIds.get(id);
  }

  /** All messages still remembered, oldest first. */
  all(): Accepted[] {
    return [...this.byReferences.values()];
  }
}

/** Moves the status of a message up; a report that would move it down changes nothing. */
export function advance(message: Accepted, status: MessageStatus, error: string | null): void {
  if (RANK[status] < RANK[message.status]) return;
  message.status = status;
  message.error = error;
}

/** Notes a callback that is about to go out; the sender fills in its outcome. */
export function noteCallback(message: Accepted, status: MessageStatus, error: string | null): CallbackRecord {
  const record: CallbackRecord = { status, error, at: now().toISOString(), attempts: 0, answered: null };
  message.callbacks.push(record);
  if (message.callbacks.length > CALLBACKS_KEPT) message.callbacks.shift();
  return record;
}
