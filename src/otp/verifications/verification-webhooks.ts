import { ApiProperty } from '@nestjs/swagger';
import type { WebhookTexts } from '../../platform/openapi/index.js';
import { Field } from '../../platform/openapi/response-fields.js';
import { UNPROVED, type Unproved } from '../inbound/inbound.rules.js';
import { VerificationView } from './verification.dto.js';

/** The `data` of an event about a verification. */
export class VerificationEventData extends VerificationView {
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
}

/** The `data` of an event about a text that proved nothing. */
export class InboundUnprovedData extends VerificationEventData {
  @Field(
    '`phone_hidden`: the gateway does not tell the phone of the sender; `phone_differs`: the text came from another phone',
    { enum: UNPROVED, example: 'phone_hidden' },
  )
  reason!: Unproved;
}

const ENDINGS: WebhookTexts[] = [
  {
    event: 'verification.approved',
    about: 'The right code of a verification was shown, or its text came from the phone.',
    aboutId: 'Kode sebuah verifikasi dimasukkan dengan benar, atau teksnya dikirim dari nomor itu.',
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

export const VERIFICATION_WEBHOOKS: WebhookTexts[] = [
  ...ENDINGS,
  {
    event: 'verification.inbound_unproved',
    about:
      'The text of an inbound verification came, and did not prove the phone. It stays pending. Told at most once for each verification and reason.',
    aboutId: 'Teks verifikasi masuk diterima, tetapi tidak membuktikan nomornya. Verifikasi tetap menunggu.',
    Data: InboundUnprovedData,
  },
];
