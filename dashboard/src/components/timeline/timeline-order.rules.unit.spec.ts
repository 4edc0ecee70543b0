import { expect, it } from 'vitest';
import type { TimelineEvent } from '../../api/messages';
import { sortEvents } from './timeline-order.rules';

const at = (second: number) => `2026-01-31T06:45:${String(second).padStart(2, '0')}.000Z`;

function webhook(created: number, next: number | null): TimelineEvent {
  const next_attempt_at_utc = next === null ? null : at(next);
  return { type: 'webhook', at_utc: at(created), next_attempt_at_utc } as TimelineEvent;
}
const attempt = (second: number) => ({ type: 'webhook_attempt', at_utc: at(second) }) as TimelineEvent;
const told = (events: TimelineEvent[]) => events.map(({ type, at_utc }) => `${type} ${at_utc.slice(17, 19)}`);

it('puts retries that are still to come after the attempts that were made', () => {
  const events = [webhook(1, 40), webhook(1, null), attempt(2), webhook(3, 20), attempt(8)];
  expect(told(sortEvents(events))).toEqual([
    'webhook 01',
    'webhook_attempt 02',
    'webhook_attempt 08',
    'webhook 20',
    'webhook 40',
  ]);
});
