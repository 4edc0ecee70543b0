import { ApiProperty } from '@nestjs/swagger';
import { Check, isText, Required } from '../../common/http/index.js';
import { ConfirmedDto } from '../../common/security/confirmation.js';

const CODE_MAX = 64;

export class SecondFactorView {
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: 'string', nullable: true, example: '2026-01-31 13:45:00' }) enabled_at!: string | null;
  @ApiProperty({ type: 'integer', example: 10 }) recovery_codes_left!: number;
  @ApiProperty({ description: 'Operator mewajibkannya bagi akun ini' }) required!: boolean;
}

export class AdminSecondFactorView {
  @ApiProperty() enabled!: boolean;
}

export class Enrolment {
  @ApiProperty({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', description: 'Base32, untuk diketik' })
  secret!: string;
  @ApiProperty({
    example: 'otpauth://totp/Sandi:tokobudi?issuer=Sandi&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    description: 'Isi kode QR',
  })
  uri!: string;
}

export class RecoveryCodesView {
  @ApiProperty({
    type: [String],
    example: ['k3yqz-7mw2p'],
    description: 'Pengganti kode aplikasi, masing-masing sekali; hanya ditampilkan di sini',
  })
  recovery_codes!: string[];
}

export class ProvenDto extends ConfirmedDto {
  @ApiProperty({ example: '287082', maxLength: CODE_MAX, description: 'Dari aplikasi autentikator' })
  @Required()
  @Check('parameter_invalid', isText(1, CODE_MAX))
  code!: string;
}

export class SecondFactorLoginDto {
  @ApiProperty({
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…',
    description: '`challenge` dari jawaban login',
  })
  @Required()
  @Check('parameter_invalid', isText(1, 1024))
  challenge!: string;

  @ApiProperty({
    example: '287082',
    maxLength: CODE_MAX,
    description: 'Dari aplikasi autentikator, atau sebuah kode pemulihan',
  })
  @Required()
  @Check('parameter_invalid', isText(1, CODE_MAX))
  code!: string;
}
