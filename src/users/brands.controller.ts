import { Get } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
} from '../platform/access/principal.js';
import { Answers } from '../platform/openapi/index.js';
import { BrandsView } from './users.dto.js';
import { UsersService } from './users.service.js';

@UserController('Account', 'api/account/brands')
export class BrandsController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @AllowsImpersonation()
  @Answers(BrandsView, {
    summary: { id: 'Brand yang disetujui untuk akun ini', en: 'List the brands approved for the account' },
    about: 'An account with such a list sends with these names only.',
  })
  async listBrands(@CurrentPrincipal() { userId }: Principal) {
    const user = await this.users.find(userId);
    return { approved_brands: user?.approvedBrands ?? [] };
  }
}
