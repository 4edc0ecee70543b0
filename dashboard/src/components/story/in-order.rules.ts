import type { StoryEvent } from '../../api/messages';

/** Events as a reader expects them: a call of a webhook that is still to come stands after what has happened, at its time. */
export function inOrder(events: readonly StoryEvent[]): StoryEvent[] {
  const isToCome = (event: StoryEvent) => event.type === 'webhook' && event.next_attempt_at_utc !== null;
  const toCome = events.filter(isToCome).map((event) => ({ ...event, at_utc: nextOf(event) }));
  return [
    ...events.filter((event) => !isToCome(event)),
    ...toCome.sort((one, other) => (one.at_utc < other.at_utc ? -1 : 1)),
  ];
}

const nextOf = (event: StoryEvent) =>
  (event.type === 'webhook' ? event.next_attempt_at_utc : null) ?? event.at_utc;
