import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../common/openapi/index.js';
import { PageQuery } from '../common/page.js';
import { CurrentPrincipal, RequiresApiKey, RequiresUser, type Principal } from '../common/principal.js';
import { CreditEntryPage, CreditView } from './credit.dto.js';
import { CreditReader } from './credit.reader.js';

@Controller('api')
export class CreditController {
  constructor(private readonly reader: CreditReader) {}

  @Get('otp/credit')
  @ApiTags('OTP')
  @RequiresApiKey()
  @Answers(CreditView, { summary: 'Saldo kredit' })
  forApiKey(@CurrentPrincipal() who: Principal): Promise<CreditView> {
    return this.reader.view(who.userId);
  }

  @Get('account/credit')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(CreditView, { summary: 'Saldo kredit akun' })
  forUser(@CurrentPrincipal() who: Principal): Promise<CreditView> {
    return this.reader.view(who.userId);
  }

  @Get('account/credit/entries')
  @ApiTags('Account')
  @RequiresUser()
  @Answers(CreditEntryPage, { summary: 'Buku besar kredit' })
  entries(@CurrentPrincipal() who: Principal, @Query() query: PageQuery): Promise<CreditEntryPage> {
    return this.reader.entries(who.userId, query);
  }
}
