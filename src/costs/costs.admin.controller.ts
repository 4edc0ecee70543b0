import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { AdminCosts, SetCostDto, SetCurrencyRateDto, SetRateCardDto } from './costs.dto.js';
import { Costs } from './costs.service.js';
import { Margin, MARGIN_DAYS_MAX, MarginQuery } from './margin/margin.dto.js';
import { MarginService } from './margin/margin.service.js';

const SAVED = { id: 'Biaya disimpan.', en: 'The cost was saved.' };
const REMOVED = { id: 'Biaya dihapus.', en: 'The cost was removed.' };

@AdminController('api/admin/costs')
export class CostsAdminController {
  constructor(private readonly costs: Costs) {}

  @Get()
  @Answers(AdminCosts, {
    summary: {
      id: 'Daftar biaya device dan kurs',
      en: 'List the costs of devices and the exchange rates',
    },
    about: 'The amount that a gateway reports for a message wins; a cost applies if it reports none.',
  })
  listCosts() {
    return this.costs.view();
  }

  @Post()
  @Answers(AdminCosts, {
    summary: { id: 'Tetapkan biaya pesan sebuah device', en: 'Set the cost of a message by a device' },
    about: 'It applies from a local day on. Another cost for the same day replaces it.',
    message: SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setCost(@CurrentActor() actor: SessionActor, @Body() body: SetCostDto) {
    return this.costs.setCost(actor, body);
  }

  @Post('rate-cards')
  @Answers(AdminCosts, {
    summary: {
      id: 'Tetapkan biaya device dari daftar tarif Meta',
      en: "Set the costs of messages by a device from Meta's rate card",
    },
    about: 'A cost per category for messages to Indonesia, from a local day on.',
    message: SAVED,
  })
  @Fails('rate_card_invalid', 'parameter_missing', 'parameter_invalid')
  setRateCard(@CurrentActor() actor: SessionActor, @Body() body: SetRateCardDto) {
    return this.costs.setRateCard(actor, body);
  }

  @Post('rates')
  @Answers(AdminCosts, {
    summary: { id: 'Tetapkan kurs sebuah mata uang', en: 'Set the exchange rate of a currency to rupiah' },
    about:
      'It applies from a local day on. Without a rate, a cost in another currency is not known in rupiah.',
    message: SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setCurrencyRate(@CurrentActor() actor: SessionActor, @Body() body: SetCurrencyRateDto) {
    return this.costs.setRate(actor, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Hapus biaya sebuah device', en: 'Remove a cost of a device' },
    about: 'The previous one applies again, also for past days.',
    message: REMOVED,
  })
  removeCost(
    @CurrentActor() actor: SessionActor,
    @IdParam() id: number,
    @Body() { current_password }: ConfirmedDto,
  ) {
    return this.costs.removeCost(actor, id, current_password);
  }

  @Delete('rates/:id')
  @Answers(null, {
    summary: { id: 'Hapus kurs sebuah mata uang', en: 'Remove an exchange rate' },
    about: 'The previous one applies again, also for past days.',
    message: REMOVED,
  })
  removeCurrencyRate(
    @CurrentActor() actor: SessionActor,
    @IdParam() id: number,
    @Body() { current_password }: ConfirmedDto,
  ) {
    return this.costs.removeRate(actor, id, current_password);
  }
}

@AdminController('api/admin/margin')
export class MarginAdminController {
  constructor(private readonly margins: MarginService) {}

  @Get()
  @Answers(Margin, {
    summary: { id: 'Pendapatan, biaya, dan margin pesan', en: 'Get the margin of messages' },
    about: `Revenue, cost and margin by account, channel, device or month, of at most ${MARGIN_DAYS_MAX} days; without \`from\` and \`to\`, of this month. Cost and margin exclude messages with an unknown cost. Updated about every minute.`,
  })
  getMargin(@Query() query: MarginQuery) {
    return this.margins.view(query);
  }
}
