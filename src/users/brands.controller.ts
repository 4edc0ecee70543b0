import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequiresUser, Viewable } from '../common/access/principal.js';
import { Answers } from '../common/openapi/index.js';
import { BrandsView } from './users.dto.js';
import { UsersService } from './users.service.js';

@ApiTags('Account')
@Controller('api/account/brands')
@RequiresUser()
export class BrandsController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Viewable()
  @Answers(BrandsView, {
    id: 'listBrands',
    summary: 'List the brands approved for the account',
    summaryId: 'Brand yang disetujui untuk akun ini',
    about: 'An account with such a list sends with these names only.',
  })
  async list(@CurrentPrincipal() { userId }: Principal): Promise<BrandsView> {
    const user = await this.users.find(userId);
    return { approved_brands: user?.approvedBrands ?? [] };
  }
}
