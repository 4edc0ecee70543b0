import { describe, expect, it } from 'vitest';
import { metaDriver } from '../../../src/gateway/drivers/meta/driver.js';
import { deliveryOf } from './fakes/fake.js';
import { ACCOUNT, accountCallback, META } from './fakes/meta.js';

describe('a callback about the account of a device', () => {
  const NOW = new Date('2026-11-28T06:00:00Z');
  const parse = (callback: Parameters<typeof deliveryOf>[0]) =>
    metaDriver.parseCallback(deliveryOf(callback, {}, NOW), {
      settings: META.settings,
      accountIds: [ACCOUNT.waba, ACCOUNT.portfolio],
    });
  const at = (time: string) => Date.parse(time) / 1000;
  const restriction = (...types: [type: string, until?: string][]) => ({
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: types.map(([restriction_type, until]) => ({
      restriction_type,
      ...(until && { expiration: at(until) }),
    })),
  });
  const NO_CHATS = 'RESTRICTED_BIZ_INITIATED_MESSAGING';
  const template = (event: string, rest: object = {}) => ({
    event,
    message_template_id: 1689556908129835,
    message_template_name: 'otp_id',
    message_template_language: 'id',
    message_template_category: 'AUTHENTICATION',
    reason: 'NONE',
    ...rest,
  });

  it.each([
    [[NO_CHATS, '2026-12-05T00:00:00Z'], new Date('2026-12-05T00:00:00Z')],
    [[NO_CHATS], undefined],
  ] as [[string, string?], Date | undefined][])(
    'that restricts new chats (%j) restricts it',
    (one, until) => {
      const value = restriction(['RESTRICTED_ADD_PHONE_NUMBER_ACTION', '2027-01-01T00:00:00Z'], one);
      expect(parse(accountCallback('account_update', value)).health).toEqual({
        connection: 'unclear',
        detail: `account: ${NO_CHATS}`,
        fault: 'restricted',
        ...(until && { restrictedUntil: until }),
      });
    },
  );

  it.each([
    ['that is over', restriction([NO_CHATS, '2026-11-28T05:59:59Z'])],
    ['of calls', restriction(['RESTRICTED_BUSINESS_INITIATED_CALLING', '2026-12-05T00:00:00Z'])],
    ['of no kind', { event: 'ACCOUNT_RESTRICTION' }],
    ['that only warns', { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SPAM' } }],
    [
      'that is none but a price',
      {
        event: 'AUTH_INTL_PRICE_ELIGIBILITY_UPDATE',
        auth_international_rate_eligibility: {
          start_time: 1748780624,
          exception_countries: [{ country_code: 'ID', start_time: 1751347424 }],
        },
      },
    ],
    [
      'that is none but a tier',
      {
        event: 'VOLUME_BASED_PRICING_TIER_UPDATE',
        volume_tier_info: { effective_month: '2025-11', region: 'INDIA', tier: '25000001:50000000' },
      },
    ],
    ['that is lifted', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }],
  ])('about a restriction %s changes nothing', (_, value) => {
    expect(parse(accountCallback('account_update', value))).toEqual({ statuses: [], health: undefined });
  });

  it.each([
    [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: 'May 1, 2026' } }],
    [{ event: 'ACCOUNT_DELETED' }],
  ])('that ends it (%j) makes the device unusable', (value) => {
    const { health } = parse(accountCallback('account_update', value));
    expect(health).toMatchObject({ connection: 'disconnected', fault: 'unusable' });
  });

  it.each([
    [template('APPROVED'), true, null],
    [template('FLAGGED'), true, null],
    [template('REJECTED', { reason: 'INVALID_FORMAT' }), false, 'INVALID_FORMAT'],
    [
      template('REJECTED', { reason: 'INVALID_FORMAT', rejection_info: { reason: 'Two at once: 482910' } }),
      false,
      'INVALID_FORMAT: Two at once: ****',
    ],
    [
      template('PAUSED', { other_info: { title: 'FIRST_PAUSE', description: 'Paused for 3 hours' } }),
      false,
      'Paused for 3 hours',
    ],
    [template('DISABLED', { reason: null, disable_info: { disable_date: 1767225605 } }), false, null],
  ])('reads the status of its template: %j', (value, isUsable, reason) => {
    const { templates } = parse(accountCallback('message_template_status_update', value));
    expect(templates).toEqual([
      {
        name: 'otp_id',
        language: 'id',
        status: value.event,
        isUsable,
        reason,
        changedAt: new Date('2026-01-01T00:00:05Z'),
      },
    ]);
  });

  it('reads a language as Meta writes it in callbacks, and the quality of a template', () => {
    const names = { message_template_name: 'otp_id', message_template_language: 'en-US' };
    const quality = { ...names, previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' };
    expect(parse(accountCallback('message_template_quality_update', quality)).templates).toMatchObject([
      { name: 'otp_id', language: 'en_US', quality: 'YELLOW' },
    ]);
  });

  it.each([
    template('IN_APPEAL'),
    template('REJECTED', { message_template_name: 'another' }),
    template('REJECTED', { message_template_language: 'fr' }),
    { event: 'REJECTED' },
  ])('about another template, or what stops nothing (%j), changes nothing', (value) => {
    expect(parse(accountCallback('message_template_status_update', value)).templates).toBeUndefined();
  });

  it.each([
    ['business_capability_update', { max_daily_conversations_per_business: 2000 }, 2000],
    ['business_capability_update', { max_daily_conversations_per_business: 'TIER_10K' }, 10_000],
    ['business_capability_update', { max_daily_conversations_per_business: -1 }, null],
    ['business_capability_update', { max_daily_conversation_per_phone: 250 }, 250],
    ['business_capability_update', { max_phone_numbers_per_business: 2 }, undefined],
    [
      'phone_number_quality_update',
      { event: 'THROUGHPUT_UPGRADE', max_daily_conversations_per_business: 'TIER_UNLIMITED' },
      null,
    ],
    ['phone_number_quality_update', { event: 'UPGRADE', current_limit: 'TIER_2K' }, 2000],
    ['phone_number_quality_update', { event: 'FLAGGED' }, undefined],
  ])('%s with %j says that the limit is %s', (field, value, limit) => {
    expect(parse(accountCallback(field, value, { id: ACCOUNT.portfolio })).messagingLimit).toBe(limit);
  });

  it('of another account, or of one that is not known yet, changes nothing', () => {
    const told = accountCallback('account_update', restriction([NO_CHATS]), { id: '100000000000009' });
    expect(parse(told).health).toBeUndefined();
    const own = deliveryOf(accountCallback('account_update', restriction([NO_CHATS])), {}, NOW);
    expect(metaDriver.parseCallback(own, { settings: META.settings }).health).toBeUndefined();
  });
});
