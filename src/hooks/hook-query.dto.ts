import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Check, Required } from '../common/http/index.js';
import { type Language, LANGUAGES } from '../common/message-template.js';
import { parseJsonPath } from './json-path.rules.js';

const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);
const isPath = (value: unknown) => typeof value === 'string' && parseJsonPath(value) !== undefined;

/** What each hook's address may name, under a word of its own. */
const CompanyField = () =>
  applyDecorators(
    ApiProperty({
      required: false,
      example: 'Toko Budi',
      description:
        'Nama perusahaan dalam pesan; tanpa nilai: yang tersimpan bersama secret hook. Wajib ada salah satunya',
    }),
    Check('parameter_invalid', (value) => value === undefined || typeof value === 'string'),
  );

/** What the address of a hook says: the form of its body is not ours, and has no place for it. */
export class HookQueryDto {
  @CompanyField() company_name?: string;

  @ApiProperty({
    required: false,
    enum: LANGUAGES,
    description: 'Bahasa pesan; tanpa nilai: menurut isi hook, lalu `id`',
  })
  @Check('parameter_invalid', (value) => value === undefined || isLanguage(value))
  language?: Language;
}

export class SupabaseQueryDto extends HookQueryDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3, description: 'ID API key, bukan key itu sendiri' })
  @Required()
  key_id!: string;
}

export class GenericQueryDto {
  @ApiProperty({
    example: '$.contextInfo.recipientPhoneNumber',
    description: 'Letak nomor tujuan dalam isi hook',
  })
  @Required()
  @Check('parameter_invalid', isPath)
  to!: string;

  @ApiProperty({
    example: '$.args.code',
    description: 'Letak kode, atau kalimat yang memuat tepat satu kode, dalam isi hook',
  })
  @Required()
  @Check('parameter_invalid', isPath)
  code!: string;

  @CompanyField() brand?: string;

  @ApiProperty({
    required: false,
    example: 'id',
    description: '`id`, `en`, atau letak bahasa penerima dalam isi hook; tanpa nilai: `id`',
  })
  @Check('parameter_invalid', (value) => value === undefined || isLanguage(value) || isPath(value))
  language?: string;

  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: 1,
    example: 3,
    description:
      'ID API key yang secret hook-nya menandatangani permintaan ini; tidak dipakai dengan Authorization',
  })
  @Check('parameter_invalid', (value) => value === undefined || typeof value === 'string')
  key_id?: string;
}
