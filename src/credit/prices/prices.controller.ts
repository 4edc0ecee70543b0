import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  RequiresUser,
} from '../../platform/access/principal.js';
import { Answers } from '../../platform/openapi/index.js';
import { PriceList } from './price-list.js';
import { AccountPrices } from './prices.dto.js';

@Controller('api/account/prices')
@ApiTags('Account')
export class PricesController {
  constructor(private readonly prices: PriceList) {}

  @Get()
  @AllowsImpersonation()
  @RequiresUser()
  @Answers(AccountPrices, {
    summary: { id: 'Harga akun', en: 'Get the prices of the account' },
    about:
      'What a live message or an inbound verification costs by each channel, since when, and the changes to come. A message costs the price of the moment when it was created.',
  })
  getAccountPrices(@CurrentPrincipal() { userId }: Principal) {
    return this.prices.view(userId);
  }
}
