import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { AdminController } from '../../platform/access/principal.js';
import { Answers } from '../../platform/openapi/index.js';
import { OrNull } from '../../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../../platform/text/channel.js';
import { type AccountKind, channelOf, type DriverInfo } from '../driver-info.js';
import { DRIVER_NAMES, driverNamed } from '../drivers/index.js';

const ACCOUNT_KINDS = ['personal', 'business', 'none'] as const satisfies readonly AccountKind[];

const SETTING_TYPES = ['text', 'object'] as const;

class DriverSettingView {
  @ApiProperty({ example: 'session', description: 'Name of the setting' }) name!: string;
  @ApiProperty({ example: 'Nama session di WAHA', description: 'What it is, in Indonesian' })
  description!: string;
  @ApiProperty({ example: 'otp-01', description: 'A value that would be accepted' }) example!: string;
  @ApiProperty({
    example: '^[A-Za-z0-9_-]{1,64}$',
    description: 'Regular expression that the value must match',
  })
  pattern!: string;
  @ApiProperty({
    enum: SETTING_TYPES,
    example: 'text',
    description: 'object: a JSON object; the others are text',
  })
  type!: (typeof SETTING_TYPES)[number];
  @OrNull('string', { example: 'default', description: 'null: required' })
  default!: string | null;
}

class DriverCapabilitiesView {
  @ApiProperty({ description: 'The status of a message can be looked up' }) lookup!: boolean;
  @ApiProperty({ description: 'The gateway can say whether a number is on WhatsApp' }) check_number!: boolean;
  @ApiProperty({ description: 'QR code that links a phone: GET /api/admin/devices/{id}/link' })
  pairing!: boolean;
  @ApiProperty({ description: 'Messages have a button that copies the code' }) copy_code!: boolean;
  @ApiProperty({ description: 'The gateway writes the text itself; template and brand do not count' })
  own_text!: boolean;
  @ApiProperty({ description: 'Callbacks are signed with `webhook_secret`' }) signed_callbacks!: boolean;
  @ApiProperty({ description: 'Callbacks say when a message arrived' }) reports_delivery!: boolean;
  @ApiProperty({ description: 'Message templates: /api/admin/devices/{id}/templates' }) templates!: boolean;
}

export class DriverView {
  @ApiProperty({ example: 'waha', description: 'Value for `driver` of a device' }) name!: string;
  @ApiProperty({ example: 'WAHA', description: 'Name of the gateway software' }) title!: string;
  @ApiProperty({ description: 'Based on reports of others: check what its status words mean' })
  experimental!: boolean;
  @ApiProperty({
    enum: ACCOUNT_KINDS,
    description: 'Decides the default limits of a device; none: the gateway has its own limits',
  })
  account!: AccountKind;
  @ApiProperty({ enum: CHANNELS, example: 'whatsapp', description: 'How its devices reach phones' })
  channel!: Channel;
  @ApiProperty({ example: 'X-Api-Key dari server WAHA', description: 'What the token of the device is' })
  token!: string;
  @ApiProperty({ description: 'Responses to callbacks have no body, only an HTTP status' })
  empty_answer!: boolean;
  @ApiProperty({ description: 'Default of check_number: numbers are looked up before the first contact' })
  checks_numbers!: boolean;
  @OrNull('string', {
    example: '2024.11.5',
    description:
      'First version of the gateway that signs callbacks; callbacks of older versions are rejected',
  })
  signs_since!: string | null;
  @ApiProperty({ type: [DriverSettingView], description: 'Settings of devices of this driver' })
  settings!: DriverSettingView[];
  @ApiProperty({ type: DriverCapabilitiesView, description: 'What the driver can do' })
  capabilities!: DriverCapabilitiesView;
}

@AdminController('api/admin/drivers')
export class DriversAdminController {
  @Get()
  @Answers(DriverView, {
    summary: 'List the gateway drivers',
    summaryId: 'Daftar driver gateway',
    about: 'The capabilities and settings of each driver.',
    list: true,
  })
  listDrivers(): DriverView[] {
    return DRIVER_NAMES.flatMap((name) => {
      const driver = driverNamed(name);
      return driver ? [viewOf(name, driver.info)] : [];
    });
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
