import { describe, expect, it } from 'vitest';
import { Calendar } from '../../../platform/time/calendar.js';
import type { AlertCondition } from './alert-kinds.rules.js';
import { alertMail } from './alert-mail.rules.js';

const AT = new Date('2026-01-31T06:45:00Z');
const BAIT = 'gateway terputus.\r\n\r\nMasuk di https://jahat.example/';

const SIGHTINGS: AlertCondition[] = [
  { kind: 'device_disconnected', subject: 'device:1', detail: { device: BAIT, cause: null } },
  {
    kind: 'device_new_chats',
    subject: 'device:1',
    detail: { device: BAIT, used: 920, total: 1000, until: null },
  },
  { kind: 'device_failing', subject: 'device:1', detail: { device: BAIT, failures: 3, cause: null } },
  { kind: 'device_restricted', subject: 'device:1', detail: { device: BAIT, until: AT.toISOString() } },
  {
    kind: 'device_degraded',
    subject: 'device:1',
    detail: { device: BAIT, messages: 5, since: AT.toISOString() },
  },
  {
    kind: 'template_blocked',
    subject: 'device:1',
    detail: { device: BAIT, template: 'otp_login (id)', status: 'PAUSED', cause: null },
  },
  {
    kind: 'api_version_ending',
    subject: 'device:1',
    detail: { device: BAIT, version: 'v23.0', ends: '2027-10-08', recommended: 'v25.0' },
  },
  {
    kind: 'free_deliveries',
    subject: 'device:1',
    detail: { device: BAIT, deliveries: 21, credits: 4200 },
  },
  { kind: 'international_rate', subject: 'device:1', detail: { device: BAIT, messages: 12 } },
];

describe('a mail to the operator', () => {
  it.each(SIGHTINGS)(
    'shows the letters, digits and spaces of a device’s name and nothing else of it: $kind',
    (condition) => {
      const told = { event: 'began', condition, since: AT, endedAt: null } as const;
      const mail = alertMail([told], 'https://sandi.example.test/admin/system', new Calendar('Asia/Jakarta'));
      for (const text of [mail.subject, mail.text]) {
        expect(text).toContain('device gateway terputus. Masuk di httpsjahat.example ');
        expect(text).not.toContain('https://jahat');
      }
    },
  );
});
