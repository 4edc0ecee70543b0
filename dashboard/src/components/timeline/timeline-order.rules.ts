import type { TimelineEvent } from '../../api/messages';

/** Sorts the events. A pending webhook call comes last, at the time of its next attempt. */
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
