import { Get } from '@nestjs/common';
import { AdminController } from '../../platform/access/principal.js';
import { Answers } from '../../platform/openapi/index.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../../platform/text/channel.js';
import { ACCOUNT_KINDS, type AccountKind, channelOf, type DriverInfo } from '../driver-info.js';
import { DRIVERS } from '../drivers/index.js';

const SETTING_TYPES = ['text', 'object'] as const;

class DriverSettingView {
  @Field('Name of the setting', { example: 'session' }) name!: string;
  @Field('Description, in Indonesian', { example: 'Nama session di WAHA' }) description!: string;
  @Field('A value that would be accepted', { example: 'otp-01' }) example!: string;
  @Field('Regular expression that the value must match', { example: '^[A-Za-z0-9_-]{1,64}$' })
  pattern!: string;
  @Field('object: a JSON object; the others are text', { enum: SETTING_TYPES, example: 'text' })
  type!: (typeof SETTING_TYPES)[number];
  @OrNull('string', 'null: required', { example: 'default' }) default!: string | null;
}

class DriverCapabilitiesView {
  @Field('The status of a message can be looked up') lookup!: boolean;
  @Field('The gateway can say whether a number is on WhatsApp') check_number!: boolean;
  @Field('QR code that links a phone: GET /api/admin/devices/{id}/link') pairing!: boolean;
  @Field('Messages have a button that copies the code') copy_code!: boolean;
  @Field('The gateway writes the text itself; template and brand have no effect') own_text!: boolean;
  @Field('Callbacks are signed with `webhook_secret`') signed_callbacks!: boolean;
  @Field('Callbacks say when a message arrived') reports_delivery!: boolean;
  @Field('Message templates: /api/admin/devices/{id}/templates') templates!: boolean;
}

export class DriverView {
  @Field('Value for `driver` of a device', { example: 'waha' }) name!: string;
  @Field('Name of the gateway software', { example: 'WAHA' }) title!: string;
  @Field('true: based on reports of others; check the meaning of its status words') experimental!: boolean;
  @Field('Decides the default limits of a device; none: the gateway has its own limits', {
    enum: ACCOUNT_KINDS,
  })
  account!: AccountKind;
  @Field('How its devices reach phones', { enum: CHANNELS, example: 'whatsapp' }) channel!: Channel;
  @Field('Kind of the device’s token', { example: 'X-Api-Key dari server WAHA' }) token!: string;
  @Field('Responses to callbacks have no body, only an HTTP status') empty_answer!: boolean;
  @Field('Default of check_number: numbers are looked up before the first contact') checks_numbers!: boolean;
  @OrNull(
    'string',
    'First version of the gateway that signs callbacks; callbacks of older versions are rejected',
    { example: '2024.11.5' },
  )
  signs_since!: string | null;
  @Field('Settings of devices of this driver', { type: [DriverSettingView] }) settings!: DriverSettingView[];
  @Field('What the driver can do', { type: DriverCapabilitiesView }) capabilities!: DriverCapabilitiesView;
}

@AdminController('api/admin/drivers')
export class DriversAdminController {
  @Get()
  @Answers(DriverView, {
    summary: { id: 'Daftar driver gateway', en: 'List the gateway drivers' },
    about: 'The capabilities and settings of each driver.',
    list: true,
  })
  listDrivers(): DriverView[] {
    return [...DRIVERS].map(([name, { info }]) => viewOf(name, info));
  }
}

function viewOf(name: string, info: DriverInfo): DriverView {
  const { title, experimental, account, token, settings, capabilities } = info;
  return {
    name,
    title,
    experimental,
    account,
    channel: channelOf(info),
    token,
    empty_answer: info.emptyAnswer ?? false,
    checks_numbers: info.checksNumbers ?? false,
    signs_since: info.signsSince ?? null,
    settings: settings.map(({ pattern, faultOf, default: usual, ...setting }) => ({
      ...setting,
      type: faultOf ? 'object' : 'text',
      pattern: pattern.source,
      default: usual ?? null,
    })),
    capabilities: {
      lookup: capabilities.lookup,
      check_number: capabilities.checkNumber,
      pairing: capabilities.pairing,
      copy_code: capabilities.copyCode,
      own_text: capabilities.ownText,
      signed_callbacks: capabilities.signedCallbacks,
      reports_delivery: capabilities.reportsDelivery,
      templates: capabilities.templates,
    },
  };
}
