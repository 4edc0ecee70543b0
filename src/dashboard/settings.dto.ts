import { ApiProperty } from '@nestjs/swagger';

/** What the dashboard has to know before anyone has logged in. */
export class Settings {
  @ApiProperty({ example: '0.1.0' }) version!: string;
  @ApiProperty({ example: 'Asia/Jakarta', description: 'Zona waktu layanan' }) timezone!: string;
  @ApiProperty({ type: 'integer', example: 200, description: 'Kredit untuk satu pesan' }) price!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @ApiProperty({ type: 'integer', example: 10000, description: 'Kredit untuk akun baru' })
  signup_credit!: number;
  @ApiProperty({ type: 'integer', example: 8 }) password_min!: number;
  @ApiProperty({
    enum: ['optional', 'required'],
    description: '`required`: API key live dan top up menunggu email yang terverifikasi',
  })
  email_verification!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Client ID untuk login Google; null bila tidak diaktifkan',
  })
  google_client_id!: string | null;
}
