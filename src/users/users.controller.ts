import { Body, Get, Post, Put, Query } from '@nestjs/common';
import {
  AdminController,
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { UsersAdminService } from './users.admin.service.js';
import {
  AdminUserPage,
  AdminUserView,
  BrandsDto,
  BrandsView,
  RoleDto,
  SuspendDto,
  UserSearchQuery,
} from './users.dto.js';
import { UsersService } from './users.service.js';

@UserController('Account', 'api/account/brands')
export class BrandsController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @AllowsImpersonation()
  @Answers(BrandsView, {
    summary: { id: 'Brand yang disetujui untuk akun ini', en: 'List the brands approved for the account' },
    about: 'If the list has names, the account may send only with these.',
  })
  async listBrands(@CurrentPrincipal() { userId }: Principal) {
    const user = await this.users.find(userId);
    return { approved_brands: user?.approvedBrands ?? [] };
  }
}

@AdminController('api/admin/users')
export class UsersAdminController {
  constructor(private readonly users: UsersAdminService) {}

  @Get()
  @Answers(AdminUserPage, {
    summary: { id: 'Daftar dan pencarian pengguna', en: 'List and find users' },
    about: 'Finds users by a part of the username, email or name, and shows their balances.',
  })
  listUsers(@Query() query: UserSearchQuery) {
    return this.users.list(query);
  }

  @Get(':id')
  @Answers(AdminUserView, {
    summary: { id: 'Satu pengguna', en: 'Get a user' },
    about: 'The account as administrators see it.',
  })
  getUser(@IdParam() id: number) {
    return this.users.get(id);
  }

  @Put(':id/suspension')
  @Answers(AdminUserView, {
    summary: {
      id: 'Nonaktifkan atau aktifkan kembali pengguna',
      en: 'Suspend a user, or lift the suspension',
    },
    about: 'A suspended account has no session, no valid key and no webhook until the suspension is lifted.',
  })
  @Fails('parameter_missing', 'own_account', 'last_admin', 'account_closed')
  suspendUser(@IdParam() id: number, @Body() body: SuspendDto, @CurrentActor() actor: SessionActor) {
    return this.users.suspend(actor, id, body);
  }

  @Put(':id/brands')
  @Answers(AdminUserView, {
    summary: { id: 'Tetapkan brand yang disetujui', en: 'Set the approved brands of a user' },
    about: 'With an empty list, the account may use any reasonable name.',
  })
  approveBrands(@IdParam() id: number, @Body() body: BrandsDto, @CurrentActor() actor: SessionActor) {
    return this.users.approveBrands(actor, id, body);
  }

  @Post(':id/verify-email')
  @Answers(AdminUserView, {
    summary: {
      id: 'Tandai email pengguna terverifikasi',
      en: 'Mark the email address of a user as verified',
    },
    about: 'For an owner who has proved the address to you in another way.',
  })
  markEmailVerified(@IdParam() id: number, @Body() body: ConfirmedDto, @CurrentActor() actor: SessionActor) {
    return this.users.verifyEmail(actor, id, body);
  }

  @Put(':id/role')
  @Answers(AdminUserView, {
    summary: { id: 'Ubah peran pengguna', en: 'Change the role of a user' },
    about: 'The last active administrator cannot be demoted or suspended.',
  })
  @Fails('parameter_missing', 'own_account', 'last_admin')
  setUserRole(@IdParam() id: number, @Body() body: RoleDto, @CurrentActor() actor: SessionActor) {
    return this.users.setRole(actor, id, body);
  }
}
