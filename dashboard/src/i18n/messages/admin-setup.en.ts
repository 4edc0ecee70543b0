import type { TranslationOf } from './shape';

export const setup = {
  title: 'Set up {name}',
  description:
    'Each step is checked automatically. You can leave and continue at any time. Until the last step, the device sends only your own messages.',
  done: 'This device is in use: its messages and reports arrive.',
  steps: 'Steps of the set-up',
  later: 'Continue later',
  toDevice: 'Open the device page',
  resume: 'Continue the set-up',
  notYet: 'Finish the previous step first.',
  connection: {
    title: 'Gateway connection',
    open: 'The gateway has not responded correctly yet.',
    done: 'Address and token are correct.',
    failed: 'Last response',
    checkAddress: 'Can the Sandi server reach {address}, and is the gateway running?',
    checkToken: 'Is this token from {driver}?',
    checkPhone: 'Is the phone linked? This gateway links phones on its own pages.',
    edit: 'Change address or token',
  },
  link: {
    title: 'Link the phone',
    open: 'Scan this QR code with the phone that will send.',
    done: 'The phone is linked.',
  },
  callback: {
    title: 'Callback address',
    open: 'Set where the gateway sends its reports.',
    done: 'The gateway has called this address.',
    command:
      'Run this command from a computer that can reach {driver}. First fill in the variables that begin with $.',
    terminal: 'Command for a terminal',
    token: 'Verify token',
    key: {
      label: 'Signing key',
      own: "Callbacks are signed with this device's own key. A stored key is not shown again.",
      shared:
        'This device has no key of its own, so its callbacks are signed with GATEWAY_WEBHOOK_SECRET of the service.',
      missing: 'This device has no signing key yet, so signed callbacks cannot be accepted.',
      missingOfGateway:
        'This device has no signing key yet, so signed callbacks cannot be accepted. The key is the app secret of the Meta app.',
      make: 'Create a key',
      replace: 'Replace it with a new key',
      made: 'A key was created and stored for this device. Set the key below at the gateway now: it is not shown again.',
      enter: 'Enter the app secret',
    },
    at: {
      http: 'Configure your gateway to call this address and to sign its callbacks.',
      meta: 'In the webhook settings of the Meta app enter this address and verify token, then subscribe to “messages”, “account_update”, “business_capability_update”, “message_template_status_update”, “message_template_quality_update” and “phone_number_quality_update”.',
      fonnte:
        'In the dashboard of Fonnte enter this address as the webhook for message status and connection, not for incoming messages.',
      wablas: 'In the dashboard of Wablas enter this address as the tracking URL, not for incoming messages.',
      android_sms:
        'Register this address at SMSGate as a webhook for sms:sent, sms:delivered and sms:failed. The key is the Signing Key in the webhook settings of the app.',
      http_sms:
        'If the request in the settings has callback_url, the gateway gets this address with each message. Otherwise enter it in the dashboard of the gateway.',
      telegram:
        'Telegram gets this address with each message, so there is nothing to enter. The address of the service (PUBLIC_URL) must be https.',
    },
  },
  message: {
    title: 'Send to yourself',
    open: 'Set the callback address first, then send a code to your phone through this device. Some gateways call only after a message; its report completes both steps.',
    done: 'A message and its report arrived.',
    phone: 'Your phone number',
    noKey: 'You need a live API key to send real messages. Create one, then return to this page.',
    toKeys: 'Open API keys',
    sent: 'Sent to {recipient} through this device. The code that arrives must be {code}.',
    timeline: 'View timeline',
    nothing:
      'If the message arrives but this step keeps waiting, its report is missing: check address, key and firewall.',
    waiting: 'Waiting for the first report…',
  },
  start: {
    title: 'Start using the device',
    open: 'When the device is ready, let it send messages of all accounts. Until then, it sends only your messages from this page.',
    done: 'The device is in use.',
    submit: 'Start using',
  },
} satisfies TranslationOf<'admin'>['setup'];
