import { Body, Delete, Get, Post } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Creates } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { ReserveBrandsDto, ReservedBrandsView } from './reserved-brands.dto.js';
import { ReservedBrandsService } from './reserved-brands.service.js';

@AdminController('api/admin/reserved-brands')
export class ReservedBrandsAdminController {
  constructor(private readonly reserved: ReservedBrandsService) {}

  @Get()
  @Answers(ReservedBrandsView, {
    summary: { id: 'Daftar brand yang dilindungi', en: 'List the reserved brands' },
    about:
      'Only accounts that are approved for such a name may send with it, or with a name that looks like it.',
  })
  listReservedBrands() {
    return this.reserved.list();
  }

  @Post()
  @Creates()
  @Answers(ReservedBrandsView, {
    summary: { id: 'Cadangkan brand', en: 'Reserve brands' },
    about: 'Adds names to the list, which has at most 1,000. Names in the list stay.',
    message: { id: 'Brand dilindungi.', en: 'The brand was reserved.' },
  })
  @Fails('parameter_missing', 'parameter_invalid')
  reserveBrands(@CurrentActor() actor: SessionActor, @Body() body: ReserveBrandsDto) {
    return this.reserved.add(actor, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Hapus brand yang dilindungi', en: 'Remove a reserved brand' },
    about: 'From the next send on, any account may use the name, unless it is approved for another account.',
    message: { id: 'Brand dihapus dari daftar.', en: 'The brand was removed from the list.' },
  })
  releaseBrand(@CurrentActor() actor: SessionActor, @IdParam() id: number, @Body() body: ConfirmedDto) {
    return this.reserved.remove(actor, id, body.current_password);
  }
}
