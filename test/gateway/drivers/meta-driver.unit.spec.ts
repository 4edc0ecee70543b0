import { describe, expect, it } from 'vitest';
import { metaDriver } from '../../../src/gateway/drivers/meta/driver.js';
import { closedPort, deviceAt, fakeGateway, json, message, rawServer, within } from '../support.js';
import { jsonIn, type Reply } from './fakes/fake.js';
import { acceptance, ACCOUNT, healthStatus, META, refusal, startMeta } from './fakes/meta.js';
import { hasPublished, publishedRequest } from './published.js';

const PHONE = '6281234567890';
const at = (url: string, token = META.token, settings: Record<string, string> = META.settings) =>
  deviceAt(url, token, settings);
const sendTo = (url: string) => metaDriver.send(at(url), message('otp_0001'), within(2000));

/** What a send comes to when Meta answers it so. */
async function outcomeOf(reply: Reply) {
  const meta = await startMeta();
  meta.script.push({ takes: false, reply });
  return sendTo(meta.url);
}

describe('a send through Meta', () => {
  it('is the approved template with the code in its text and behind its button, under our reference', async () => {
    const meta = await startMeta();
    const outcome = await sendTo(meta.url);
    expect(outcome).toEqual({ kind: 'accepted', id: meta.taken[0]?.id });
    const [request] = meta.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v25.0/200000000000002/messages' });
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${META.token}` });
    const parameters = [{ type: 'text', text: '482910' }];
    expect(request && jsonIn(request)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: PHONE,
      type: 'template',
      template: {
        name: 'otp_id',
        language: { policy: 'deterministic', code: 'id' },
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
      biz_opaque_callback_data: 'otp_0001',
    });
  });

  it('takes the template of the message’s language', async () => {
    const meta = await startMeta();
    await metaDriver.send(at(meta.url), { ...message(), language: 'en' }, within(2000));
    expect(meta.requests[0] && jsonIn(meta.requests[0])).toMatchObject({
      template: { language: { code: 'en_US' } },
    });
  });

  it.runIf(hasPublished)('is as the published document wants it', async () => {
    const faults = publishedRequest(
      'meta-business-messaging-api_v23.0.yaml',
      '/{Version}/{Phone-Number-ID}/messages',
      // Its pattern refuses the "0" that all of its own examples have.
      (document) => {
        const { schemas } = document['components'] as { schemas: Record<string, unknown> };
        const { properties } = schemas['TemplateComponent'] as { properties: { index: object } };
        properties.index = { type: 'string' };
      },
    );
    const meta = await startMeta();
    await sendTo(meta.url);
    const body = meta.requests[0] && jsonIn(meta.requests[0]);
    expect(faults(body)).toEqual([]);
    expect(faults({ ...body, recipient_type: 'nobody' })).not.toEqual([]);
  });

  it.each([
    [acceptance('wamid.1'), { kind: 'accepted', id: 'wamid.1' }],
    [acceptance('wamid.1', 'accepted'), { kind: 'accepted', id: 'wamid.1' }],
    [{ status: 200, body: { messaging_product: 'whatsapp', messages: [] } }, { kind: 'unknown' }],
    [{ status: 200, body: { messages: [{ id: 17 }] } }, { kind: 'unknown' }],
    [{ status: 200, body: '<html>' }, { kind: 'unknown' }],
    [{ status: 400, body: { error: { message: 'without a code' } } }, { kind: 'unknown' }],
    [{ status: 400, body: { error: 'no' } }, { kind: 'unknown' }],
    [{ status: 500, body: { messages: [{ id: 'wamid.1' }] } }, { kind: 'unknown' }],
    [{ status: 503, body: '' }, { kind: 'unknown' }],
  ] satisfies [Reply, object][])('reads %j', async (reply, outcome) => {
    expect(await outcomeOf(reply)).toMatchObject(outcome);
  });

  it.each([
    ['held_for_quality_assessment', 'unknown'],
    ['paused', 'template_rejected'],
    ['something_new', 'unknown'],
  ])('is not yet sent while the message is %s, but can be found by its id', async (held, failureReason) => {
    expect(await outcomeOf(acceptance('wamid.HELD', held))).toEqual({
      kind: 'unknown',
      id: 'wamid.HELD',
      reason: `Meta holds the message back: ${held}`,
      failureReason,
    });
  });

  it('is unknown when the message is taken and the answer is lost', async () => {
    const meta = await startMeta();
    meta.script.push({ takes: true, reply: 'none' });
    expect(await metaDriver.send(at(meta.url), message(), within(150))).toMatchObject({ kind: 'unknown' });
    expect(meta.taken).toHaveLength(1);
    const reset = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await sendTo(`http://${reset}`)).toMatchObject({ kind: 'unknown' });
    expect(await sendTo(`http://${await closedPort()}`)).toMatchObject({
      kind: 'refused',
      fault: 'unreachable',
    });
  });
});

describe('an error of Meta', () => {
  const BUSY = { kind: 'refused', retryElsewhere: true, fault: 'busy' };
  const RESTRICTED = { kind: 'refused', retryElsewhere: true, fault: 'restricted' };
  const UNUSABLE = { kind: 'refused', retryElsewhere: true, fault: 'unusable' };
  const PERMANENT = { kind: 'refused', retryElsewhere: false };

  it.each([
    ['too fast for number or account', [130429, 4, 80007], BUSY, 'device_unavailable'],
    ['trouble at Meta', [1, 2, 131000, 131016, 131057, 133004], BUSY, 'gateway_fault'],
    ['token, permission, id', [0, 3, 10, 190, 200, 250, 299, 33], UNUSABLE, 'device_unavailable'],
    ['the account, for a while', [368, 131048, 131064], RESTRICTED, 'device_restricted'],
    ['the account', [131005, 131037, 131042, 131045, 133010, 133016], UNUSABLE, 'device_unavailable'],
    ['the account, held back', [130497, 131031], UNUSABLE, 'device_restricted'],
    [
      'the template',
      [131063, 132000, 132001, 132005, 132007, 132008, 132012, 132068, 132069, 132015, 132016],
      UNUSABLE,
      'template_rejected',
    ],
    [
      'a test number that may not write to the recipient',
      [131030],
      { kind: 'refused', retryElsewhere: true },
      'device_unavailable',
    ],
    ['a recipient who cannot get it', [131026], PERMANENT, 'not_on_whatsapp'],
    ['a recipient who does not want it', [131050], PERMANENT, 'blocked_by_recipient'],
    ['too many to this recipient', [130472, 131049, 131056], PERMANENT, 'recipient_limit'],
    [
      'the request',
      [131047, 131062, 100, 131008, 131009, 131021, 131051, 135000, 137000],
      PERMANENT,
      'gateway_fault',
    ],
  ])('that is about %s decides by its number alone', async (_about, codes, outcome, failureReason) => {
    const meta = await startMeta();
    for (const code of codes) {
      for (const httpStatus of [200, 400, 403, 429]) {
        meta.script.push({ takes: false, reply: refusal(code, 'refused', httpStatus) });
        const { isOfAccount = false, ...told } = await sendTo(meta.url);
        expect(told).toEqual({ reason: `refused (${code})`, ...outcome, failureReason });
        expect(isOfAccount).toBe(code === 131064);
      }
    }
  });

  it.each([199, 300, 131999, 999999])(
    'that nobody told us of (%d) refuses with 400 to 499 only',
    async (code) => {
      for (const httpStatus of [400, 403, 404, 429, 499])
        expect(await outcomeOf(refusal(code, 'refused', httpStatus))).toEqual({
          kind: 'refused',
          reason: `refused (${code})`,
          failureReason: 'gateway_fault',
          retryElsewhere: true,
        });
      for (const httpStatus of [200, 302, 500, 503])
        expect(await outcomeOf(refusal(code, 'refused', httpStatus))).toMatchObject({ kind: 'unknown' });
    },
  );

  it.each([1, 131000])('says nothing for certain where something went wrong inside (%d)', async (code) => {
    expect(await outcomeOf(refusal(code, 'Something went wrong', 500))).toEqual({
      kind: 'unknown',
      reason: `Something went wrong (${code})`,
      failureReason: 'gateway_fault',
    });
  });

  it('is told with its number and its details, and without phone, code or token', async () => {
    const outcome = await outcomeOf(
      refusal(131008, `no ${PHONE} for 482910`, 400, `token ${META.token} of (0812) 3456-7890`),
    );
    expect(outcome).toMatchObject({ reason: 'no **** for ****: token **** of (**** (131008)' });
  });
});

describe('a number at Meta', () => {
  /** What a number's state comes to when Meta answers so. */
  const healthOf = async ({ status: code, body }: Reply) => {
    const { url } = await fakeGateway(json(code, body));
    return metaDriver.health(at(url), within(500));
  };

  it('is as Meta says when it is asked', async () => {
    const meta = await startMeta();
    const health = (url: string, token?: string) => metaDriver.health(at(url, token), within(500));
    const account = {
      accountId: ACCOUNT.waba,
      portfolioId: ACCOUNT.portfolio,
      messagingLimit: null,
    };
    expect(await health(meta.url)).toEqual({
      connection: 'connected',
      detail: null,
      number: '6281100000001',
      account,
    });
    expect(meta.requests[0]?.path).toBe(
      '/v25.0/200000000000002?fields=status,quality_rating,health_status,display_phone_number,whatsapp_business_manager_messaging_limit',
    );
    meta.isConnected = false;
    expect(await health(meta.url)).toMatchObject({
      connection: 'disconnected',
      detail: 'DISCONNECTED',
    });
    expect(await health(meta.url, 'another-token')).toEqual({
      connection: 'disconnected',
      detail: 'Invalid OAuth access token. (190)',
      fault: 'unusable',
    });
    expect(await health(`http://${await closedPort()}`)).toMatchObject({ connection: 'unreachable' });
  });

  it.each([
    [
      { status: 'CONNECTED', quality_rating: 'RED' },
      { connection: 'connected', detail: 'quality RED' },
    ],
    [
      { status: 'FLAGGED', quality_rating: 'RED' },
      { connection: 'connected', detail: 'FLAGGED, quality RED' },
    ],
    [{ status: 'RESTRICTED' }, { connection: 'connected', detail: 'RESTRICTED', fault: 'restricted' }],
    [{ status: 'BANNED' }, { connection: 'disconnected', detail: 'BANNED' }],
    [{ status: 'SOMETHING_NEW' }, { connection: 'unclear' }],
    [{ quality_rating: 'GREEN' }, { connection: 'unclear' }],
  ])('with %j is so', async (body, health) => {
    expect(await healthOf({ status: 200, body })).toMatchObject(health);
  });

  const NUMBER = META.settings.phone_number_id;
  const PAYMENT = {
    entity_type: 'WABA',
    can_send_message: 'BLOCKED',
    errors: [
      {
        error_code: 141006,
        error_description: 'Trouble with the payment method.',
        possible_solution: 'Pay.',
      },
      { error_code: 141014, error_description: 'The account is banned.', possible_solution: 'Appeal.' },
    ],
  };
  const UNVERIFIED = { entity_type: 'BUSINESS', can_send_message: 'LIMITED', additional_info: ['x'] };

  it.each([
    [
      healthStatus(NUMBER, PAYMENT, UNVERIFIED),
      {
        connection: 'disconnected',
        detail: 'WABA blocked: Trouble with the payment method. (141006)',
        fault: 'unusable',
      },
    ],
    [
      healthStatus(NUMBER, { entity_type: 'APP', can_send_message: 'BLOCKED' }),
      { connection: 'disconnected', detail: 'APP blocked', fault: 'unusable' },
    ],
    [
      { can_send_message: 'BLOCKED', entities: 'none' },
      { connection: 'disconnected', detail: 'something blocked', fault: 'unusable' },
    ],
    [healthStatus(NUMBER, UNVERIFIED), { connection: 'connected', detail: 'BUSINESS limited' }],
    [healthStatus(NUMBER), { connection: 'connected', detail: null }],
    [undefined, { connection: 'connected', detail: null }],
    ['unreadable', { connection: 'connected', detail: null }],
  ])('with what stands behind it like %j is so, and says why', async (health_status, health) => {
    const body = { status: 'CONNECTED', quality_rating: 'GREEN', health_status };
    const { account: _, ...told } = await healthOf({ status: 200, body });
    expect(told).toEqual(health);
  });

  it('is not asked for the limit of its portfolio by versions that do not know it', async () => {
    const { url, requests } = await fakeGateway(json(200, { status: 'CONNECTED' }));
    await metaDriver.health(at(url, META.token, { ...META.settings, api_version: 'v23.0' }), within(500));
    expect(requests[0]?.path).toBe(
      '/v23.0/200000000000002?fields=status,quality_rating,health_status,display_phone_number',
    );
  });

  it.each([
    ['TIER_250', 250],
    ['TIER_2K', 2000],
    ['TIER_10K', 10_000],
    ['TIER_100K', 100_000],
    ['TIER_UNLIMITED', null],
    ['TIER_NOT_SET', null],
    [undefined, null],
  ])('has a portfolio with the limit %s, which is %s', async (limit, messagingLimit) => {
    const body = {
      status: 'CONNECTED',
      health_status: healthStatus(NUMBER),
      whatsapp_business_manager_messaging_limit: limit,
    };
    const { account } = await healthOf({ status: 200, body });
    expect(account).toEqual({ accountId: ACCOUNT.waba, portfolioId: ACCOUNT.portfolio, messagingLimit });
  });

  it('tells why it is blocked without phone or token', async () => {
    const errors = [{ error_code: 141002, error_description: `of +62 812-3456-7890 by ${META.token}` }];
    const entity = { entity_type: 'PHONE_NUMBER', can_send_message: 'BLOCKED', errors };
    const body = { status: 'CONNECTED', health_status: healthStatus(NUMBER, entity) };
    expect(await healthOf({ status: 200, body })).toMatchObject({
      detail: expect.stringMatching(/^PHONE_NUMBER blocked: of \D*\*{4} by \*{4} \(141002\)$/),
    });
  });

  it('is unclear for an error that does not concern it', async () => {
    const health = await healthOf(refusal(4, 'Application request limit reached'));
    expect(health).toEqual({ connection: 'unclear', detail: 'Application request limit reached (4)' });
  });
});
