import { ApiProperty } from '@nestjs/swagger';
import type { Pairing } from '../driver.js';

type PairingState = Pairing['state'];

const PAIRING_STATES = ['connected', 'scan', 'unavailable'] as const satisfies readonly PairingState[];

export class PairingView {
  @ApiProperty({
    enum: PAIRING_STATES,
    description:
      'connected: ponsel sudah tertaut; scan: pindai qr_png dari WhatsApp > Perangkat tertaut; unavailable: tidak ada QR saat ini',
  })
  state!: PairingState;
  @ApiProperty({
    type: 'string',
    format: 'byte',
    nullable: true,
    example: null,
    description: 'Gambar PNG dalam base64. Siapa pun yang memindainya menjadi device ini',
  })
  qr_png!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 30,
    description: 'Masa berlaku QR; null: gateway tidak menyebutkannya',
  })
  expires_seconds!: number | null;
  @ApiProperty({ type: 'string', nullable: true, example: null, description: 'Pada unavailable: sebabnya' })
  detail!: string | null;
}
