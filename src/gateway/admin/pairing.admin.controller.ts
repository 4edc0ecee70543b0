import { Get, Param } from '@nestjs/common';
import type { Actor } from '../../operations/audit/index.js';
import { CurrentActor } from '../../platform/access/actor.js';
import { AdminController } from '../../platform/access/controllers.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { PairingAdminService } from './pairing.admin.service.js';
import { PairingView } from './pairing.dto.js';

@AdminController('api/admin/devices')
export class PairingAdminController {
  constructor(private readonly pairing: PairingAdminService) {}

  /** Asked anew when a QR code has expired; `connected` once it was scanned. */
  @Get(':id/link')
  @Answers(PairingView, {
    id: 'getDeviceLink',
    summary: 'Get the QR code that links a phone',
    summaryId: 'QR untuk menautkan ponsel device',
    about: 'Whoever scans it becomes this device.',
  })
  @Fails('not_found', 'overloaded')
  pair(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<PairingView> {
    return this.pairing.pair(actor, id);
  }
}
