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
      en: 'List what devices cost, and the rates of currencies',
    },
    about: 'What gateways report about a message comes first; a cost counts where they report no amount.',
  })
  listCosts() {
    return this.costs.view();
  }

  @Post()
  @Answers(AdminCosts, {
    summary: { id: 'Tetapkan biaya pesan sebuah device', en: 'Set what a message by a device costs' },
    about: 'From a local day on. Set for the same day again, it replaces the one before.',
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
      en: "Set what messages by a device cost from Meta's rate card",
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
    summary: { id: 'Tetapkan kurs sebuah mata uang', en: 'Set what a currency is worth in rupiah' },
    about: 'From a local day on. Without a rate, a cost in another currency is not known in rupiah.',
    message: SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setCurrencyRate(@CurrentActor() actor: SessionActor, @Body() body: SetCurrencyRateDto) {
    return this.costs.setRate(actor, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Hapus biaya sebuah device', en: 'Remove a cost of a device' },
    about: 'The one before counts again, for past days too.',
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
    summary: { id: 'Hapus kurs sebuah mata uang', en: 'Remove a rate of a currency' },
    about: 'The one before counts again, for past days too.',
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
    summary: { id: 'Pendapatan, biaya, dan margin pesan', en: 'Get what messages brought in and cost' },
    about: `By account, channel, device or month, of at most ${MARGIN_DAYS_MAX} days; without \`from\` and \`to\`, of this month. Messages whose cost is not known are in no cost and no margin. Added up about every minute.`,
  })
  getMargin(@Query() query: MarginQuery) {
    return this.margins.view(query);
  }
}
