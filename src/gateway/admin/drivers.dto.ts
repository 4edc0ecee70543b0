import { ApiProperty } from '@nestjs/swagger';
import type { AccountKind } from '../driver.js';

const ACCOUNT_KINDS = ['personal', 'business', 'none'] as const satisfies readonly AccountKind[];

class DriverSettingView {
  @ApiProperty({ example: 'session' }) name!: string;
  @ApiProperty({ example: 'Nama session di WAHA' }) description!: string;
  @ApiProperty({ example: 'otp-01' }) example!: string;
  @ApiProperty({ example: '^[A-Za-z0-9_-]{1,64}$' }) pattern!: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'default', description: 'Null: wajib diisi' })
  default!: string | null;
}

class DriverCapabilitiesView {
  @ApiProperty() lookup!: boolean;
  @ApiProperty() check_number!: boolean;
  @ApiProperty({ description: 'QR untuk menautkan ponsel: GET /api/admin/devices/{id}/link' })
  pairing!: boolean;
  @ApiProperty() copy_code!: boolean;
  @ApiProperty({ description: 'Gateway menulis sendiri teks pesan; template dan brand tidak berlaku' })
  own_text!: boolean;
  @ApiProperty() signed_callbacks!: boolean;
  @ApiProperty() reports_delivery!: boolean;
}

export class DriverView {
  @ApiProperty({ example: 'waha' }) name!: string;
  @ApiProperty({ example: 'WAHA' }) title!: string;
  @ApiProperty({ description: 'Ditulis dari keterangan pihak lain: arti kata status perlu dicocokkan' })
  experimental!: boolean;
  @ApiProperty({
    enum: ACCOUNT_KINDS,
    description: 'Menentukan batas bawaan device; none: gateway menjaga batasnya sendiri',
  })
  account!: AccountKind;
  @ApiProperty({ example: 'X-Api-Key dari server WAHA', description: 'Isi token device' }) token!: string;
  @ApiProperty({ description: 'Callback dijawab tanpa isi, hanya status HTTP' }) empty_answer!: boolean;
  @ApiProperty({ description: 'check_number bawaan device: nomor diperiksa sebelum kontak pertama' })
  checks_numbers!: boolean;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '2024.11.5',
    description: 'Versi pertama gateway yang menandatangani callback; callback dari versi sebelumnya ditolak',
  })
  signs_since!: string | null;
  @ApiProperty({ type: [DriverSettingView] }) settings!: DriverSettingView[];
  @ApiProperty({ type: DriverCapabilitiesView }) capabilities!: DriverCapabilitiesView;
}
