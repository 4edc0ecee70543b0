import { HOURS_MAX, RATE_MAX, SECONDS_MAX } from '../bounds.js';
import { BaseUrl, FreeText, HeaderToken, Int } from '../rules.js';
import { section } from '../variable.js';
import { SendVariables } from './sends.js';

const Gateway = section('Gateways');
const Device = section('How devices are judged');
const Personal = section(
  'Limits of personal accounts',
  'Defaults for devices on personal WhatsApp accounts; a device can have its own limits. `0`: no limit.',
);

export class GatewayVariables extends SendVariables {
  @Gateway('Deadline of a send, over all channels and devices.')
  @Int(100, 300000)
  GATEWAY_TIMEOUT_MS: number = 15000;

  @Gateway('Devices tried for one channel of a send.')
  @Int(1, 10)
  GATEWAY_ATTEMPTS_MAX: number = 3;

  @Gateway.tuning('Connections to one gateway host, at most.')
  @Int(1, 10000)
  GATEWAY_SOCKETS_MAX: number = 256;

  @Gateway(
    'Address of a native gateway: it becomes the first device when Sandi starts without any. `npm start` sets the simulator.',
    {
      example: 'https://gateway.example.com',
    },
  )
  @BaseUrl()
  GATEWAY_URL?: string;

  @Gateway('Token of that gateway. Set both or neither.', { secret: true })
  @HeaderToken()
  GATEWAY_TOKEN?: string;

  @Gateway(
    'Verifies gateway callbacks: one secret, or two with a comma during a change. Required in production; elsewhere, unset accepts unsigned callbacks.',
    { secret: true },
  )
  @FreeText(16)
  GATEWAY_WEBHOOK_SECRET?: string;

  @Gateway.tuning("How old (or early) a callback's timestamp may be.")
  @Int(1, SECONDS_MAX)
  GATEWAY_WEBHOOK_TOLERANCE_SECONDS: number = 300;

  @Gateway('Callbacks per minute of one caller at one address of ours. 0: no limit.')
  @Int(0, RATE_MAX)
  CALLBACK_RATE_PER_MINUTE: number = 0;

  @Gateway.tuning('Concurrent callbacks of one caller at one address; the others wait, unread.')
  @Int(1, 1000)
  CALLBACKS_AT_ONCE_MAX: number = 64;

  @Gateway.tuning(
    'Unproven callbacks of one caller at one address, and signed hooks of one caller, per minute. [Further ones](limits.md#limits) are rejected unread.',
  )
  @Int(1, RATE_MAX)
  CALLBACK_FAILURES_PER_MINUTE: number = 60;

  @Device.tuning('How often Sandi probes each device.')
  @Int(1, SECONDS_MAX)
  DEVICE_PROBE_SECONDS: number = 30;

  @Device.tuning('Cooldown of a device after three failures in a row.')
  @Int(1, SECONDS_MAX)
  DEVICE_COOLDOWN_SECONDS: number = 30;

  @Device.tuning('Cooldown of a device that WhatsApp restricts, if its gateway does not say until when.')
  @Int(1, SECONDS_MAX)
  DEVICE_RESTRICTED_SECONDS: number = 3600;

  @Device.tuning(
    'How long Sandi prefers the device that last delivered to a recipient, if it is about as good as the best; `0`: never.',
  )
  @Int(0, HOURS_MAX)
  DEVICE_STICKY_HOURS: number = 720;

  @Device.tuning('How often Sandi rates devices by their last messages.')
  @Int(1, SECONDS_MAX)
  DEVICE_JUDGE_SECONDS: number = 5;

  @Device.tuning('How many of its last messages rate a device.')
  @Int(5, 1000)
  DEVICE_JUDGE_MESSAGES: number = 50;

  @Device.tuning('A message without acknowledgement after this time counts against its device.')
  @Int(1, SECONDS_MAX)
  ACK_EXPECTED_SECONDS: number = 60;

  @Device.tuning('Such messages in a row until the device is degraded: used only without a better one.')
  @Int(1, 1000)
  ACK_WATCHDOG_MESSAGES: number = 5;

  @Device.tuning('Time until a degraded device gets a trial message; it doubles after each failure.')
  @Int(1, SECONDS_MAX)
  DEVICE_TRIAL_SECONDS: number = 600;

  @Personal('Messages a minute.')
  @Int(0, RATE_MAX)
  DEVICE_PER_MINUTE: number = 20;

  @Personal('Messages a day.')
  @Int(0, RATE_MAX)
  DEVICE_PER_DAY: number = 1000;

  @Personal('New recipients a day (the device never wrote to them).')
  @Int(0, RATE_MAX)
  DEVICE_NEW_PER_DAY: number = 400;

  @Personal(
    'The same on its first day, doubled every three days up to `DEVICE_NEW_PER_DAY`; `0`: no warm-up.',
  )
  @Int(0, RATE_MAX)
  DEVICE_WARMUP_FIRST_DAY: number = 20;

  @Personal('Seconds between two messages of a device to one recipient, also with Meta.')
  @Int(0, 3600)
  DEVICE_PAIR_SECONDS: number = 6;
}
