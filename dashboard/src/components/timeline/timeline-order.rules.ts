import type { TimelineEvent } from '../../api/messages';

/** Events as a reader expects them: a call of a webhook that is still to come stands after what has happened, at its time. */
export function sortEvents(events: readonly TimelineEvent[]): TimelineEvent[] {
  const isToCome = (event: TimelineEvent) => event.type === 'webhook' && event.next_attempt_at_utc !== null;
  const toCome = events.filter(isToCome).map((event) => ({ ...event, at_utc: nextOf(event) }));
  return [
    ...events.filter((event) => !isToCome(event)),
    ...toCome.sort((one, other) => (one.at_utc < other.at_utc ? -1 : 1)),
  ];
}

const nextOf = (event: TimelineEvent) =>
  (event.type === 'webhook' ? event.next_attempt_at_utc : null) ?? event.at_utc;
