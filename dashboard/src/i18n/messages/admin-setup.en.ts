import type { TranslationOf } from './shape';

export const setup = {
  title: 'Set up {name}',
  description:
    'Each step is checked for you. You may leave, and go on at any time. Until the last step the device takes no messages but your own.',
  done: 'This device is in use: its messages arrive, and its reports come in.',
  steps: 'Steps of the set-up',
  later: 'Go on later',
  toDevice: "To the device's page",
  resume: 'Go on with the set-up',
  notYet: 'Finish the previous step first.',
  connection: {
    title: 'The gateway answers',
    open: 'The gateway has not answered as it should.',
    done: 'Address and token are right.',
    failed: 'Last answer',
    checkAddress: 'Can {address} be reached from the server of Sandi, and does the gateway run?',
    checkToken: 'Is the token really one of {driver}?',
    checkPhone: 'Is the phone linked at that gateway? With this one it is linked there.',
    edit: 'Change address or token',
  },
  link: {
    title: 'Link the phone',
    open: 'Scan this QR code with the phone that will send.',
    done: 'The phone is linked.',
  },
  callback: {
    title: 'Callback address',
    open: 'Tell the gateway where to report.',
    done: 'The gateway has called this address.',
    command: 'Run this command where {driver} can be reached. Fill in the variables that begin with $ first.',
    terminal: 'Command for a terminal',
    token: 'Verify token',
    key: {
      label: 'Signing key',
      own: "Callbacks are signed with this device's own key. A key that is stored is not shown again.",
      shared:
        'This device has no key of its own, so its callbacks are signed with GATEWAY_WEBHOOK_SECRET of the service.',
      missing: 'This device has no signing key yet, so callbacks that are signed cannot be accepted.',
      missingOfGateway:
        'This device has no signing key yet, so callbacks that are signed cannot be accepted. The key is the app secret of the Meta app.',
      make: 'Make a key',
      replace: 'Replace it by a new key',
      made: 'A key was made, stored for this device, and stands below. Set it now: it is not shown again.',
      enter: 'Enter the app secret',
    },
    at: {
      http: 'Have your gateway call this address, and sign its callbacks.',
      meta: 'In the webhook settings of the Meta app enter this address and verify token, then subscribe to “messages”.',
      fonnte:
        'In the dashboard of Fonnte enter this address as the webhook for message status and connection, not for incoming messages.',
      wablas: 'In the dashboard of Wablas enter this address as the tracking URL, not for incoming messages.',
    },
  },
  message: {
    title: 'Send to yourself',
    open: 'Set the callback address first, then send one code to your phone, through this device alone. Some gateways call only after a message, whose report proves both.',
    done: 'A message arrived, and its report came in.',
    phone: 'Your WhatsApp number',
    noKey: 'Sending for real takes a live API key. Make one, then come back.',
    toKeys: 'To the API keys',
    sent: 'Sent to {recipient} through this device. The code that arrives must be {code}.',
    story: 'See its story',
    nothing:
      'If the message arrives and this step still waits, its report does not come in: check address, key and firewall.',
    waiting: 'Waiting for the first report…',
  },
  start: {
    title: 'Start using it',
    open: 'When it is ready, let it take the messages of all accounts. Until then it takes only those that you send from here.',
    done: 'The device is in use.',
    submit: 'Start using',
  },
} satisfies TranslationOf<'admin'>['setup'];
