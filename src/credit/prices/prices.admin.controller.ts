import { Body, Delete, Get, Post } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import { EVERY_ACCOUNT } from '../credit.entities.js';
import { PriceList } from './price-list.js';
import { AdminPrices, PRICE_SAVED, SetPriceDto } from './prices.dto.js';

@AdminController('api/admin/prices')
export class PricesAdminController {
  constructor(private readonly prices: PriceList) {}

  @Get()
  @Answers(AdminPrices, {
    summary: { id: 'Daftar harga umum', en: 'List the general prices' },
    about: 'Of accounts without a price of their own. Without a set price, the variables count.',
  })
  listPrices() {
    return this.prices.adminView(EVERY_ACCOUNT);
  }

  @Post()
  @Answers(AdminPrices, {
    summary: { id: 'Tetapkan harga umum', en: 'Set a general price' },
    about: 'For all accounts without a price of their own, from a moment on that is at least a minute ahead.',
    message: PRICE_SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setPrice(@CurrentActor() actor: SessionActor, @Body() body: SetPriceDto) {
    return this.prices.set(actor, EVERY_ACCOUNT, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Batalkan harga yang belum berlaku', en: 'Cancel a price that has not begun' },
    about: 'Of all accounts or of one, until a minute before it counts.',
    message: { id: 'Harga dibatalkan.', en: 'The price was canceled.' },
  })
  cancelPrice(
    @CurrentActor() actor: SessionActor,
    @IdParam() id: number,
    @Body() { current_password }: ConfirmedDto,
  ) {
    return this.prices.cancel(actor, id, current_password);
  }
}
