import { ApiProperty } from '@nestjs/swagger';
import { OrNull } from '../../platform/openapi/or-null.js';
import type { Pairing } from '../driver.js';

type PairingState = Pairing['state'];

const PAIRING_STATES = ['connected', 'scan', 'unavailable'] as const satisfies readonly PairingState[];

export class PairingView {
  @ApiProperty({
    enum: PAIRING_STATES,
    description:
      'connected: a phone is linked; scan: scan qr_png in WhatsApp > Linked devices; unavailable: no QR code now',
  })
  state!: PairingState;
  @OrNull('string', {
    format: 'byte',
    example: null,
    description: 'PNG image in base64. Whoever scans it becomes this device',
  })
  qr_png!: string | null;
  @OrNull('integer', {
    example: 30,
    description: 'How long the QR code counts; null: the gateway does not say',
  })
  expires_seconds!: number | null;
  @OrNull('string', { example: null, description: 'With unavailable: why' })
  detail!: string | null;
}
