import { HOURS_MAX, RATE_MAX, SECONDS_MAX } from '../bounds.js';
import { BaseUrl, FreeText, HeaderToken, Int } from '../rules.js';
import { section } from '../variable.js';
import { SendVariables } from './sends.js';

const Gateway = section('Gateways');
const Device = section('How devices are judged');
const Personal = section(
  'What a personal account may send',
  'Of devices on a personal WhatsApp account, unless a device has limits of its own; `0`: no limit.',
);

export class GatewayVariables extends SendVariables {
  @Gateway('Deadline of a send over all its devices.')
  @Int(100, 300000)
  GATEWAY_TIMEOUT_MS: number = 15000;

  @Gateway('Devices tried for one send.')
  @Int(1, 10)
  GATEWAY_ATTEMPTS_MAX: number = 3;

  @Gateway('Connections to one gateway host, at most.', { tuning: true })
  @Int(1, 10000)
  GATEWAY_SOCKETS_MAX: number = 256;

  @Gateway(
    'First boot: this native gateway becomes the first device. `npm start` sets it to the simulator.',
    {
      example: 'https://gateway.example.com',
    },
  )
  @BaseUrl()
  GATEWAY_URL?: string;

  @Gateway('Its token; neither goes without the other.', { secret: true })
  @HeaderToken()
  GATEWAY_TOKEN?: string;

  @Gateway(
    'Verifies gateway callbacks: one secret, or two with a comma while changing. Required in production; unset elsewhere, unsigned callbacks are taken.',
    { secret: true },
  )
  @FreeText(16)
  GATEWAY_WEBHOOK_SECRET?: string;

  @Gateway("How old (or early) a callback's timestamp may be.", { tuning: true })
  @Int(1, SECONDS_MAX)
  GATEWAY_WEBHOOK_TOLERANCE_SECONDS: number = 300;

  @Gateway(
    'Callbacks per minute of one caller at one address: the common one, or that of a device. 0: no cap, so that a burst of a gateway is taken; callbacks without a proof have their own.',
  )
  @Int(0, RATE_MAX)
  CALLBACK_RATE_PER_MINUTE: number = 0;

  @Gateway('So many callbacks of one caller at one address are worked on at once; the others wait, unread.', {
    tuning: true,
  })
  @Int(1, 1000)
  CALLBACKS_AT_ONCE_MAX: number = 64;

  @Gateway(
    'So many callbacks without a proof of one caller at one address, and of signed requests to hooks of one caller, and the rest of the minute is refused unread, but for a caller that has proved itself there within a day.',
    { tuning: true },
  )
  @Int(1, RATE_MAX)
  CALLBACK_FAILURES_PER_MINUTE: number = 60;

  @Device('How often each device is asked whether it is connected.', { tuning: true })
  @Int(1, SECONDS_MAX)
  DEVICE_PROBE_SECONDS: number = 30;

  @Device('Rest of a device that failed three times in a row.', { tuning: true })
  @Int(1, SECONDS_MAX)
  DEVICE_COOLDOWN_SECONDS: number = 30;

  @Device('How long a device rests that WhatsApp holds back, where its gateway does not say until when.', {
    tuning: true,
  })
  @Int(1, SECONDS_MAX)
  DEVICE_RESTRICTED_SECONDS: number = 3600;

  @Device(
    'How long a recipient stays with the device that last delivered to it, while that is about as good as the best; `0`: no device is preferred.',
    { tuning: true },
  )
  @Int(0, HOURS_MAX)
  DEVICE_STICKY_HOURS: number = 720;

  @Device('How often devices are judged by what became of their last messages.', { tuning: true })
  @Int(1, SECONDS_MAX)
  DEVICE_JUDGE_SECONDS: number = 5;

  @Device('How many of its last messages a device is judged by.', { tuning: true })
  @Int(5, 1000)
  DEVICE_JUDGE_MESSAGES: number = 50;

  @Device('A message without acknowledgement after that counts against its device.', { tuning: true })
  @Int(1, SECONDS_MAX)
  ACK_EXPECTED_SECONDS: number = 60;

  @Device('So many such messages in a row, and the device is degraded: used when there is no better one.', {
    tuning: true,
  })
  @Int(1, 1000)
  ACK_WATCHDOG_MESSAGES: number = 5;

  @Device('When a degraded device gets a message to try again; after each that fails, twice as long.', {
    tuning: true,
  })
  @Int(1, SECONDS_MAX)
  DEVICE_TRIAL_SECONDS: number = 600;

  @Personal('Messages a minute.')
  @Int(0, RATE_MAX)
  DEVICE_PER_MINUTE: number = 20;

  @Personal('Messages a day.')
  @Int(0, RATE_MAX)
  DEVICE_PER_DAY: number = 1000;

  @Personal('Recipients a day that the device never wrote to before.')
  @Int(0, RATE_MAX)
  DEVICE_NEW_PER_DAY: number = 400;

  @Personal('The same on its first day, doubled every third day up to `DEVICE_NEW_PER_DAY`; `0`: no warm-up.')
  @Int(0, RATE_MAX)
  DEVICE_WARMUP_FIRST_DAY: number = 20;

  @Personal('Seconds between two messages of a device to one recipient, also with Meta.')
  @Int(0, 3600)
  DEVICE_PAIR_SECONDS: number = 6;
}
