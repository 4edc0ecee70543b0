import { Get } from '@nestjs/common';
import type { Actor } from '../../operations/audit/index.js';
import { AdminController, CurrentActor } from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { PairingAdminService, PairingView } from './pairing.admin.service.js';

@AdminController('api/admin/devices')
export class PairingAdminController {
  constructor(private readonly pairing: PairingAdminService) {}

  /** Call again after a QR code has expired; `connected` after it was scanned. */
  @Get(':id/link')
  @Answers(PairingView, {
    summary: { id: 'QR untuk menautkan ponsel device', en: 'Get the QR code that links a phone' },
    about: 'The phone that scans it becomes this device.',
  })
  @Fails('overloaded')
  getDeviceLink(@IdParam() id: number, @CurrentActor() actor: Actor): Promise<PairingView> {
    return this.pairing.pair(actor, id);
  }
}
