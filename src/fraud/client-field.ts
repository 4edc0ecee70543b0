import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, Explain, optional } from '../platform/http/index.js';
import type { LocalizedText } from '../platform/text/language.js';
import { CLIENT_PROPERTIES, isClientInfo } from './client.rules.js';

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
