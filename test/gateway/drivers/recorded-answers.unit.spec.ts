import { describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/index.js';
import { checkTimeoutMs } from '../../../src/gateway/dispatcher.js';
import type {
  DeviceFault,
  DriverOutcome,
  GatewayDriver,
  Health,
  SendOutcome,
} from '../../../src/gateway/driver.js';
import { evolutionDriver } from '../../../src/gateway/drivers/evolution.driver.js';
import { wahaDriver } from '../../../src/gateway/drivers/waha/driver.js';
import { sendOutcomeOf } from '../../../src/gateway/failure-reasons.js';
import { TestClock } from '../../support/test-clock.js';
import { deviceAt, message, within } from '../support.js';
import { EVOLUTION, tokenOf } from './fakes/evolution.js';
import { deliveryOf, openDesk } from './fakes/fake.js';
import { WAHA } from './fakes/waha.js';
import type { RecordedAnswer } from './recorded/answer.js';
import { EVOLUTION_CONNECTING, WAHA_UNSIGNED } from './recorded/callbacks.js';
import { EVOLUTION_2_3_7 } from './recorded/evolution.js';
import { WAHA_2024_10_8 } from './recorded/waha.js';

/** Nothing was sent; another device may do better, and this is what it says of this one. */
const here = (fault: DeviceFault) => ({
  kind: 'refused',
  retryElsewhere: true,
  fault,
  failureReason: 'device_unavailable',
});
const FOR_GOOD = { kind: 'refused', retryElsewhere: false, failureReason: 'gateway_fault' };
const UNKNOWN = { kind: 'unknown', failureReason: 'gateway_fault' };
const health = (connection: Health['connection'], rest: Partial<Health> = {}) => ({ connection, ...rest });
const NO_QR = { state: 'unavailable' };

type Judgements<Answers> = Readonly<Record<keyof Answers, unknown>>;

const OF_EVOLUTION: Judgements<typeof EVOLUTION_2_3_7> = {
  neverConnected: here('unreachable'),
  socketGone: here('unreachable'),
  sendWithoutInstance: here('unusable'),
  sendWithoutKey: here('unusable'),
  sendWithWrongKey: here('unusable'),
  wrongKeyOfAnInstance: here('unusable'),
  sendWithoutText: FOR_GOOD,
  sendWithEmptyText: UNKNOWN,
  checkWhileClosed: 'unknown',
  stateNew: health('disconnected'),
  stateClosed: health('disconnected'),
  stateWithoutInstance: health('disconnected', { fault: 'unusable' }),
  noSuchPath: health('unclear'),
  connectBeforeQrCode: NO_QR,
  create: UNKNOWN,
};

const OF_WAHA: Judgements<typeof WAHA_2024_10_8> = {
  sendNotWorking: here('disconnected'),
  sendWithBadBody: here('disconnected'),
  sendWithoutSession: here('unreachable'),
  sendMalformed: FOR_GOOD,
  sendToAnotherSession: here('unreachable'),
  checkNotWorking: 'disconnected',
  checkWithoutSession: 'unknown',
  sessionStarting: health('disconnected', { detail: 'STARTING' }),
  sessionStopped: health('disconnected', { detail: 'STOPPED' }),
  sessionWithoutKey: health('disconnected', { detail: 'STOPPED' }),
  qrWhileStarting: NO_QR,
  noNewIds: UNKNOWN,
  health: FOR_GOOD,
  ping: UNKNOWN,
  putSession: UNKNOWN,
  putSessionAgain: UNKNOWN,
  startSession: UNKNOWN,
  startSessionAgain: here('unreachable'),
};

const clock = new TestClock();
const GATEWAYS = [
  {
    name: 'Evolution API 2.3.7',
    answers: EVOLUTION_2_3_7 as Readonly<Record<string, RecordedAnswer>>,
    judgements: OF_EVOLUTION as Readonly<Record<string, unknown>>,
    ...EVOLUTION,
    driver: evolutionDriver as GatewayDriver,
  },
  {
    name: 'WAHA 2024.10.8',
    answers: WAHA_2024_10_8 as Readonly<Record<string, RecordedAnswer>>,
    judgements: OF_WAHA as Readonly<Record<string, unknown>>,
    ...WAHA,
    driver: wahaDriver as GatewayDriver,
  },
];

it('lets a check of a number wait for the state that WAHA names in place of an answer', () => {
  const { GATEWAY_TIMEOUT_MS } = new Config();
  const namedAfterMs = WAHA_2024_10_8.checkNotWorking.seconds * 1000;
  expect(checkTimeoutMs(GATEWAY_TIMEOUT_MS)).toBeGreaterThan(namedAfterMs);
  // Also of the second device, where the first one said so too.
  expect(checkTimeoutMs(GATEWAY_TIMEOUT_MS - namedAfterMs)).toBeGreaterThan(namedAfterMs);
});

describe.each(GATEWAYS)(
  'what $name was heard to answer',
  ({ answers, judgements, token, settings, driver }) => {
    /** A gateway that answers so, whatever it is asked. */
    const at = async ({ status, body }: RecordedAnswer) =>
      deviceAt((await openDesk(() => ({ status, body }))).url, token, { ...settings });
    const sent = async (answer: RecordedAnswer): Promise<DriverOutcome & SendOutcome> => {
      const outcome = await driver.send(await at(answer), message(), within(2000));
      return { ...outcome, ...sendOutcomeOf(outcome) };
    };

    it.each(Object.keys(answers))('is judged as it is meant: %s', async (name) => {
      const answer = answers[name] as RecordedAnswer;
      const device = await at(answer);
      const found = {
        send: () => sent(answer),
        newId: () => sent(answer),
        setup: () => sent(answer),
        check: () => driver.checkNumber?.(device, message().phone, within(2000)),
        health: () => driver.health(device, within(2000)),
        pairing: () => driver.pairing?.(device, within(2000)),
      };
      const judged = await found[answer.asked]();
      if (typeof judgements[name] === 'string') expect(judged).toBe(judgements[name]);
      else expect(judged).toMatchObject(judgements[name] as object);
    });

    it('never makes a message sent that was not, whichever of them a send should meet', async () => {
      for (const answer of Object.values(answers)) expect((await sent(answer)).kind).not.toBe('accepted');
    });
  },
);

describe('what was heard to call back', () => {
  const keys = (secret: string) => ({ secrets: [secret], acceptsUnsigned: false, urlKeys: ['x'] });

  it('of Evolution says that the instance is not connected, under a token of its key', async () => {
    const { headers, body } = EVOLUTION_CONNECTING;
    const authorization = `Bearer ${await tokenOf(EVOLUTION.secret, clock.now())}`;
    const delivery = deliveryOf({ headers: { ...headers, authorization }, body: JSON.stringify(body) });
    expect(await evolutionDriver.verifyCallback(delivery, keys(EVOLUTION.secret))).toBe(true);
    expect(evolutionDriver.parseCallback(delivery, { settings: EVOLUTION.settings })).toEqual({
      statuses: [],
      health: { connection: 'disconnected', detail: 'state connecting' },
    });
  });

  it.each(['STARTING', 'STOPPED'] as const)(
    'of a WAHA that is too old to sign proves nothing, and is no news where nobody asks for proof (%s)',
    (status) => {
      const { headers, body } = WAHA_UNSIGNED(status);
      const delivery = deliveryOf({ headers, body: JSON.stringify(body) });
      expect(wahaDriver.verifyCallback(delivery, keys(WAHA.secret))).toBe(false);
      // It does not say when that was.
      expect(wahaDriver.parseCallback(delivery, { settings: { session: 'default' } })).toEqual({
        statuses: [],
      });
    },
  );
});
