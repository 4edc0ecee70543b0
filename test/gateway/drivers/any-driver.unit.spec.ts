import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../../src/gateway/device-settings.rules.js';
import type { GatewayDriver } from '../../../src/gateway/driver.js';
import { DRIVER_NAMES, driverNamed } from '../../../src/gateway/drivers/index.js';
import { deviceAt, fakeGateway, json, message, within } from '../support.js';

const GUIDES = ['gateways', 'sms']
  .map((name) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n');

const PHONE = '6281234567890';
const CODE = '482910';
const USER = 'the-user-of-it';
const PASSWORD = 'the-password-of-it';

it('every driver is here', () => {
  const entries = readdirSync(new URL('../../../src/gateway/drivers/', import.meta.url), {
    withFileTypes: true,
  });
  const drivers = entries.filter((entry) => entry.isDirectory() || entry.name.endsWith('.driver.ts'));
  expect(drivers.map(({ name }) => name.replace('.driver.ts', '')).sort()).toEqual([...DRIVER_NAMES].sort());
});

it.each(DRIVER_NAMES)('a page tells how to connect %s', (name) => {
  const { info } = driverNamed(name) as GatewayDriver;
  for (const told of [name, ...info.settings.map((setting) => setting.name)])
    expect(GUIDES).toContain(`\`${told}\``);
  expect(GUIDES.includes(`${info.title}, **experimental**`)).toBe(info.experimental);
});

const KINDS = { personal: 'personal', business: 'business', none: 'yours' };

it.each(DRIVER_NAMES)('a page tells whose account %s sends from', (name) => {
  const { info } = driverNamed(name) as GatewayDriver;
  const line = GUIDES.split('\n').find((one) => /^[|-] \[`(\w+)`\]/.exec(one)?.[1] === name);
  expect(line).toContain(KINDS[info.account]);
});

it.each(DRIVER_NAMES)('%s can do what it says, and no more', (name) => {
  const driver = driverNamed(name) as GatewayDriver;
  for (const ability of ['lookup', 'checkNumber', 'pairing'] as const)
    expect(driver[ability] !== undefined).toBe(driver.info.capabilities[ability]);
});

describe.each(DRIVER_NAMES)('whatever its gateway does, %s', (name) => {
  const at = (url: string) => {
    const driver = driverNamed(name) as GatewayDriver;
    // Settings without a default, and the checks of health.
    const examples = driver.info.settings.filter(
      ({ name: setting, default: usual }) => !usual || setting === 'health',
    );
    const given = Object.fromEntries(examples.map(({ name: setting, example }) => [setting, example]));
    const device = deviceAt(url, `${USER}:${PASSWORD}`, settingsOf(driver.info, given));
    return { driver, device };
  };
  const sendTo = (url: string, ms = 2000) => {
    const { driver, device } = at(url);
    return driver.send(device, message(), within(ms));
  };

  it.each([
    [200, ''],
    [204, ''],
    [200, 'OK'],
    [200, 'null'],
    [200, '[]'],
    [200, '{}'],
    [200, '"accepted"'],
    [200, '{"success":true}'],
    [200, '{"status":true,"code":"SUCCESS","message":"sent"}'],
    [201, '{"id":null,"key":null,"messages":null,"data":null,"results":null}'],
    [200, '{"id":{},"key":{"id":""},"messages":[{}],"data":[{"messages":{}}],"results":{"message_id":7}}'],
    [200, `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    [400, '<html>Bad Request</html>'],
    [403, ''],
    [404, '<html>Not Found</html>'],
    [409, '{}'],
    [429, ''],
    [500, '{"message":"Internal Server Error"}'],
    [502, 'Bad Gateway'],
    [503, ''],
    [504, '{"message":"Gateway Timeout"}'],
  ])('holds a message for possibly sent that is answered %d %s', async (status, body) => {
    const { url } = await fakeGateway((response) => response.writeHead(status).end(body));
    expect(await sendTo(url)).toMatchObject({ kind: 'unknown' });
    const { driver, device } = at(url);
    expect((await driver.health(device, within(500))).connection).toBe('unclear');
    const pairing = await driver.pairing?.(device, within(500));
    expect(pairing ?? { state: 'unavailable' }).toMatchObject({ state: 'unavailable' });
  });

  it('reads no more of an answer than it may, and waits no longer', async () => {
    const huge = await fakeGateway((response) =>
      response.writeHead(200).end(`{"x":"${'x'.repeat(70_000)}"}`),
    );
    expect(await sendTo(huge.url)).toMatchObject({ kind: 'unknown' });
    const slow = await fakeGateway((response) => response.writeHead(200).write('{'));
    expect(await sendTo(slow.url, 150)).toMatchObject({
      kind: 'unknown',
      reason: 'no answer from the gateway in time',
      failureReason: 'gateway_timeout',
    });
  });

  it('follows nobody elsewhere', async () => {
    const other = await fakeGateway(json(200, {}));
    const { url } = await fakeGateway((response) => response.writeHead(307, { location: other.url }).end());
    expect(await sendTo(url)).toMatchObject({ kind: 'unknown' });
    const { driver, device } = at(url);
    await driver.pairing?.(device, within(500));
    expect(other.requests).toEqual([]);
  });

  it('repeats neither phone nor code nor any part of the token', async () => {
    const echo = `${PHONE} (0812) 3456-7890 ${CODE} ${USER}:${PASSWORD} ${PASSWORD}`;
    const bodies = [
      { error: echo },
      { error: { code: 100, message: echo, error_data: { details: echo } } },
      { code: 'VALIDATION_ERROR', message: echo },
      { status: false, reason: `target invalid ${echo}`, message: `phone ${echo}` },
      { status: false, reason: `token invalid ${echo}`, message: `token ${echo}` },
      { statusCode: 400, message: [echo] },
      { statusCode: 500, exception: { message: echo } },
      { error: echo, expected: ['WORKING'], status: echo, session: echo },
      { response: { message: [`requires property ${echo}`] } },
      { instance: { state: echo }, device_status: echo, data: { status: echo } },
    ];
    for (const body of bodies)
      for (const status of [200, 400, 401, 404, 422, 500]) {
        const { url } = await fakeGateway(json(status, body));
        const { driver, device } = at(url);
        const told = [
          await sendTo(url),
          await driver.health(device, within(500)),
          await driver.pairing?.(device, within(500)),
        ];
        expect(JSON.stringify(told)).not.toMatch(/62812|3456|482910|the-user|the-password/);
      }
  });
});
