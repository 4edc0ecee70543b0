import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CurrentPrincipal,
  type Principal,
  RequiresApiKey,
  RequiresUser,
} from '../common/access/principal.js';
import { PageQuery } from '../common/http/page.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { AccountCreditView, CreditEntryPage, CreditView, LowThresholdDto } from './credit.dto.js';
import { CreditReader } from './credit.reader.js';
import { CreditThresholds } from './credit-thresholds.js';

@Controller('api')
export class CreditController {
  constructor(
    private readonly reader: CreditReader,
    private readonly thresholds: CreditThresholds,
  ) {}

  @Get('otp/credit')
  @ApiTags('OTP')
  @RequiresApiKey('read')
  @Answers(CreditView, {
    id: 'getCredit',
    summary: 'Get the credit balance',
    summaryId: 'Saldo kredit',
    about: 'One credit is one rupiah. The balance is of the account that the key belongs to.',
  })
  forApiKey(@CurrentPrincipal() who: Principal): Promise<CreditView> {
    return this.reader.view(who.userId);
  }

  @Get('account/credit')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(AccountCreditView, {
    id: 'getAccountCredit',
    summary: 'Get the credit of the account',
    summaryId: 'Saldo kredit akun',
    about: 'The balance, the price of a message and the threshold below which the account is told.',
  })
  forUser(@CurrentPrincipal() who: Principal): Promise<AccountCreditView> {
    return this.reader.accountView(who.userId);
  }

  /** Below the threshold the account is told once, by webhook and mail, until the balance is at or above it again. */
  @Patch('account/credit')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(AccountCreditView, {
    id: 'setCreditThreshold',
    summary: 'Set when to be told of a low balance',
    summaryId: 'Atur batas pemberitahuan saldo',
    about:
      'Below it the webhook `credit.low` and a mail are sent, once until the balance was above it again.',
    message: 'Batas saldo disimpan.',
  })
  @Fails('parameter_missing', 'parameter_invalid')
  async setThreshold(
    @CurrentPrincipal() { userId }: Principal,
    @Body() { low_threshold }: LowThresholdDto,
  ): Promise<AccountCreditView> {
    await this.thresholds.set(userId, low_threshold);
    return this.reader.accountView(userId);
  }

  @Get('account/credit/entries')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(CreditEntryPage, {
    id: 'listCreditEntries',
    summary: 'List the credit ledger',
    summaryId: 'Buku besar kredit',
    about: 'Every movement of the balance with the balance after it, newest first.',
  })
  entries(@CurrentPrincipal() who: Principal, @Query() query: PageQuery): Promise<CreditEntryPage> {
    return this.reader.entries(who.userId, query);
  }
}
