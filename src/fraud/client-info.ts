import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, Explain, isText, optional } from '../platform/http/index.js';
import type { LocalizedText } from '../platform/text/language.js';

/** What the caller knows about its user's device. */
export interface ClientInfo {
  ip?: string;
  user_agent?: string;
  device_id?: string;
  platform?: string;
  app_version?: string;
}

const TEXT_MAX = { user_agent: 512, device_id: 128, platform: 40, app_version: 40 } as const;

const textSchema = (maxLength: number, example: string, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  example,
  description,
});

const CLIENT_PROPERTIES = {
  ip: {
    type: 'string',
    oneOf: [{ format: 'ipv4' }, { format: 'ipv6' }],
    example: '203.0.113.7',
    description: 'The address of your user, not of your server',
  },
  user_agent: textSchema(
    TEXT_MAX.user_agent,
    'Mozilla/5.0 (Linux; Android 14)',
    'User agent of the browser or app',
  ),
  device_id: textSchema(
    TEXT_MAX.device_id,
    'c0ffee-1234',
    'Your own id of the device, the same for each send',
  ),
  platform: textSchema(TEXT_MAX.platform, 'android', 'The operating system or `web`'),
  app_version: textSchema(TEXT_MAX.app_version, '4.2.0', 'Version of your app'),
};

const isAddress = (value: unknown) => typeof value === 'string' && isIP(value) !== 0 && !value.includes('%');

const RULES: Readonly<Record<string, (value: unknown) => boolean>> = {
  ip: isAddress,
  ...Object.fromEntries(Object.entries(TEXT_MAX).map(([name, max]) => [name, isText(1, max)])),
};

export const isClientInfo = (value: unknown): value is ClientInfo =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, member]) => Object.hasOwn(RULES, name) && RULES[name]?.(member) === true,
  );

const MEMBERS: LocalizedText = {
  id: 'client berisi ip (alamat IPv4 atau IPv6), user_agent, device_id, platform, dan app_version (teks), dan tidak ada yang lain.',
  en: 'client holds ip (an IPv4 or IPv6 address), user_agent, device_id, platform, and app_version (texts), and nothing else.',
};

export const ClientField = () =>
  applyDecorators(
    ApiProperty({
      type: 'object',
      selfRequired: false,
      properties: CLIENT_PROPERTIES,
      additionalProperties: false,
      example: { ip: '203.0.113.7', device_id: 'c0ffee-1234' },
      description:
        'The device that asks for the code, for the fraud guard. Only fingerprints are stored, for an hour',
    } as ApiPropertyOptions),
    // Read from the raw body, like `metadata`.
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
    Check('parameter_invalid', optional(isClientInfo)),
    Explain(() => MEMBERS),
  );
