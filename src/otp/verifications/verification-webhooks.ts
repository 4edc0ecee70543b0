import { ApiProperty } from '@nestjs/swagger';
import type { WebhookTexts } from '../../platform/openapi/index.js';
import { VerificationView } from './verification.dto.js';

/** The `data` of an event about a verification. */
export class VerificationEventData extends VerificationView {
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
}

export const VERIFICATION_WEBHOOKS: WebhookTexts[] = [
  {
    event: 'verification.approved',
    about: 'The right code of a verification was shown.',
    aboutId: 'Kode sebuah verifikasi dimasukkan dengan benar.',
  },
  {
    event: 'verification.expired',
    about: 'The time of a verification was over before its code was shown.',
    aboutId: 'Waktu sebuah verifikasi habis sebelum kodenya dimasukkan.',
  },
  {
    event: 'verification.failed',
    about: 'The last try of a verification was wrong.',
    aboutId: 'Percobaan terakhir sebuah verifikasi salah.',
  },
].map((texts) => ({ ...texts, Data: VerificationEventData }));
