import { getMetadataArgsStorage } from 'typeorm';
import { expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { ERASED_TABLES, withoutPhone } from '../../src/privacy/erased-tables.rules.js';

/** Names of columns that may hold what names a phone. */
const SUSPECTS =
  /index$|phone|recipient|mask|mark$|shown|number|external|metadata|gateway_message|answer|^data$|detail|error|reason$|note$|body|text/;

/** Suspects that name no phone of a data subject, or that end by themselves, and why. */
const EXCUSED: Readonly<Record<string, readonly string[]>> = {
  'Of the account, the operator or a device, not of a recipient.': [
    'credit_entries.note',
    'statements.number',
    'statements.details',
    'statement_sequences.last_number',
    'billing_details.tax_number',
    'top_up_guides.operator_tax_number',
    'top_up_requests.note',
    'top_up_requests.reason',
    'payments.external_id',
    'payments.qr_text',
    'devices.number_check',
    'devices.number',
    'device_probes.answer',
    'device_probes.answered_at',
    'device_probes.detail',
    'device_templates.reason',
    'webhook_endpoints.disabled_reason',
    'operator_alerts.detail',
    'legal_holds.reason',
    'audit_entries.target',
    'audit_entries.address',
    'audit_entries.user_agent',
    'messages.company_name',
    'inbound_verifications.company_name',
  ],
  'Our own id.': [
    'audit_entries.fold',
    'audit_entries.request_id',
    'messages.reference',
    'messages.verification',
    'inbound_verifications.reference',
    'verifications.reference',
    'verification_fallbacks.verification',
    'webhook_events.reference',
  ],
  'A count, a moment, an amount, or a word of a fixed list.': [
    'audit_entries.actor_kind',
    'audit_entries.action',
    'messages.status',
    'messages.channel',
    'messages.channels',
    'messages.refused_by',
    'messages.reported_cost',
    'messages.day',
    'message_attempts.channel',
    'message_attempts.outcome',
    'message_reports.source',
    'message_reports.status',
    'inbound_verifications.status',
    'inbound_verifications.due_status',
    'verifications.status',
    'verifications.language',
    'idempotency_keys.route',
    'webhook_events.type',
    'fraud_blocks.phones',
    'fraud_blocks.judged_phones',
    'fraud_blocks.converted_phones',
    'messages.failure_reason',
    'message_attempts.failure_reason',
    'message_reports.failure_reason',
    'gateway_inbox.failure_reason',
    'test_steps.failure_reason',
    'inbound_verifications.phone_hidden_at',
    'inbound_verifications.phone_differs_at',
  ],
  'Of a prefix of at least a hundred phones, or of a client.': ['fraud_blocks.mark'],
  'Of a random text or code and our reference, without the phone.': [
    'inbound_verifications.text_index',
    'verifications.code_index',
    'verifications.previous_code_index',
    'verification_fallbacks.after_code_index',
  ],
  'Ours, of a test scenario.': ['test_steps.gateway_message_id', 'test_steps.error'],
  'Of what the caller chose; it prevents a second send until it expires.': ['idempotency_keys.key_index'],
  'The request’s own: cleared when it ends; the note is scrubbed.': [
    'privacy_requests.recipient_indexes',
    'privacy_requests.note',
  ],
};
const excused = Object.values(EXCUSED).flat();

/** Tables whose rows stay after an erasure. */
const KEPT = new Set(ERASED_TABLES.flatMap(({ table, change }) => ('delete' in change ? [] : [table])));

it('every column that may name a phone, and every text of a row that stays, is erased or excused', () => {
  const erased = ERASED_TABLES.flatMap(({ table, change }) => {
    const deleted = 'delete' in change ? change.delete : [];
    const set = 'set' in change ? Object.keys(change.set) : [];
    const rewritten = 'rewrite' in change ? [change.rewrite] : [];
    return [...deleted, ...set, ...rewritten].map((column) => `${table}.${column}`);
  });
  const { tables, columns } = getMetadataArgsStorage();
  const found = schema.entities.flatMap((entity) => {
    const table = tables.find(({ target }) => target === entity)?.name ?? '';
    return columns
      .filter(({ target }) => target === entity)
      .map(({ propertyName, options }) => {
        const name = propertyName.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const isText = ['varchar', 'text'].includes(String(options.type));
        return { column: `${table}.${name}`, isSuspect: SUSPECTS.test(name) || (isText && KEPT.has(table)) };
      });
  });
  const known = found.map(({ column }) => column);
  expect(erased.filter((column) => !known.includes(column))).toEqual([]);
  expect(excused.filter((column) => !known.includes(column) || erased.includes(column))).toEqual([]);
  const suspects = found.filter(({ isSuspect }) => isSuspect).map(({ column }) => column);
  expect(suspects.filter((column) => !erased.includes(column) && !excused.includes(column))).toEqual([]);
});

it('stored JSON loses what names a phone, and nothing else', () => {
  const event = {
    ...{ message_id: 'wamid.HBgN', reference: 'msg_1', recipient: '6281****7890', status: 'sent' },
    ...{ external_id: 'pesanan-7', metadata: { toko: 'Bandung' }, attempts: [{ reason: 'unknown' }] },
  };
  expect(JSON.parse(withoutPhone(JSON.stringify(event)))).toEqual({
    ...event,
    ...{ message_id: 'erased', recipient: '6281****', external_id: null, metadata: null },
  });
  expect(withoutPhone('{"message_id":null}')).toBe('{"message_id":null}');
});
