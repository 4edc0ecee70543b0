import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { IdPipe } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { AdminCosts, SetCostDto, SetCurrencyRateDto, SetRateCardDto } from './costs.dto.js';
import { Costs } from './costs.service.js';

const SAVED = { id: 'Biaya disimpan.', en: 'The cost was saved.' };
const REMOVED = { id: 'Biaya dihapus.', en: 'The cost was removed.' };

@AdminController('api/admin/costs')
export class CostsAdminController {
  constructor(private readonly costs: Costs) {}

  @Get()
  @Answers(AdminCosts, {
    summary: 'List what devices cost, and the rates of currencies',
    summaryId: 'Daftar biaya device dan kurs',
    about: 'What gateways report about a message comes first; a cost counts where they report no amount.',
  })
  listCosts(): Promise<AdminCosts> {
    return this.costs.view();
  }

  @Post()
  @Answers(AdminCosts, {
    summary: 'Set what a message by a device costs',
    summaryId: 'Tetapkan biaya pesan sebuah device',
    about: 'From a local day on. Set for the same day again, it replaces the one before.',
    message: SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setCost(@CurrentActor() actor: SessionActor, @Body() body: SetCostDto): Promise<AdminCosts> {
    return this.costs.setCost(actor, body);
  }

  @Post('rate-cards')
  @Answers(AdminCosts, {
    summary: "Set what messages by a device cost from Meta's rate card",
    summaryId: 'Tetapkan biaya device dari daftar tarif Meta',
    about: 'A cost per category for messages to Indonesia, from a local day on.',
    message: SAVED,
  })
  @Fails('rate_card_invalid', 'parameter_missing', 'parameter_invalid')
  setRateCard(@CurrentActor() actor: SessionActor, @Body() body: SetRateCardDto): Promise<AdminCosts> {
    return this.costs.setRateCard(actor, body);
  }

  @Post('rates')
  @Answers(AdminCosts, {
    summary: 'Set what a currency is worth in rupiah',
    summaryId: 'Tetapkan kurs sebuah mata uang',
    about: 'From a local day on. Without a rate, a cost in another currency is not known in rupiah.',
    message: SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setCurrencyRate(
    @CurrentActor() actor: SessionActor,
    @Body() body: SetCurrencyRateDto,
  ): Promise<AdminCosts> {
    return this.costs.setRate(actor, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: 'Remove a cost of a device',
    summaryId: 'Hapus biaya sebuah device',
    about: 'The one before counts again, for past days too.',
    message: REMOVED,
  })
  removeCost(
    @CurrentActor() actor: SessionActor,
    @Param('id', IdPipe) id: number,
    @Body() { current_password }: ConfirmedDto,
  ): Promise<void> {
    return this.costs.removeCost(actor, id, current_password);
  }

  @Delete('rates/:id')
  @Answers(null, {
    summary: 'Remove a rate of a currency',
    summaryId: 'Hapus kurs sebuah mata uang',
    about: 'The one before counts again, for past days too.',
    message: REMOVED,
  })
  removeCurrencyRate(
    @CurrentActor() actor: SessionActor,
    @Param('id', IdPipe) id: number,
    @Body() { current_password }: ConfirmedDto,
  ): Promise<void> {
    return this.costs.removeRate(actor, id, current_password);
  }
}
