import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { type Actor, Audit } from '../../operations/audit/index.js';
import { Database } from '../../platform/database/index.js';
import { orNotFound } from '../../platform/errors/index.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
import type { Device } from '../device.entities.js';
import { BrokenDeviceError, DeviceLinks } from '../device-link.js';
import { DevicesService } from '../devices.service.js';
import type { Pairing } from '../driver.js';
import { DeviceProber } from '../pool/device-prober.js';

type PairingState = Pairing['state'];

const PAIRING_STATES = ['connected', 'scan', 'passkey', 'unavailable'] as const satisfies PairingState[];

export class PairingView {
  @Field(
    'connected: a phone is linked; scan: scan qr_png in WhatsApp > Linked devices; passkey: WhatsApp asks for the passkey of the account, finish it on the page of the gateway; unavailable: no QR code now',
    { enum: PAIRING_STATES },
  )
  state!: PairingState;
  @OrNull('string', 'PNG image in base64. The phone that scans it becomes this device', {
    format: 'byte',
    example: null,
  })
  qr_png!: string | null;
  @OrNull('integer', 'How long the QR code is valid, in seconds; null: the gateway does not say', {
    example: 30,
  })
  expires_seconds!: number | null;
  @OrNull('string', 'With `unavailable`: why there is no QR code', { example: null }) detail!: string | null;
}

/** Gets the QR code that links a phone. It is neither stored nor logged; the audit log records that it was shown. */
@Injectable()
export class PairingAdminService {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesService,
    private readonly links: DeviceLinks,
    private readonly prober: DeviceProber,
    private readonly audit: Audit,
    private readonly config: Config,
  ) {}

  async pair(actor: Actor, id: number): Promise<PairingView> {
    const device = orNotFound(await this.devices.find(id));
    const pairing = await this.ask(device);
    if (pairing.state === 'connected' && !device.linkedAt) await this.prober.first(device, { atOnce: true });
    if (pairing.state === 'scan')
      await this.database.tx((tx) => this.audit.record(tx, actor, 'device.pair', `device:${id}`));
    return viewOf(pairing);
  }

  private async ask(device: Device): Promise<Pairing> {
    const link = this.links.find(device);
    if (link instanceof BrokenDeviceError) return { state: 'unavailable', detail: link.message };
    const pairing = link.driver.pairing?.(link.access, AbortSignal.timeout(this.config.GATEWAY_TIMEOUT_MS));
    return (await pairing) ?? { state: 'unavailable', detail: 'this gateway gives no QR code' };
  }
}

function viewOf(pairing: Pairing): PairingView {
  const { state } = pairing;
  return {
    state,
    qr_png: state === 'scan' ? pairing.qrPng.reveal() : null,
    expires_seconds: state === 'scan' ? pairing.expiresSeconds : null,
    detail: state === 'unavailable' ? pairing.detail : null,
  };
}
