import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UserActor } from '../audit/index.js';
import { CurrentActor } from '../common/actor.js';
import { IdPipe } from '../common/id.pipe.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { CurrentPrincipal, type Principal, RequiresAdmin } from '../common/principal.js';
import { CONFIRMATION_FAILURES } from '../common/security/confirmation.js';
import { UsersAdminService } from './users.admin.service.js';
import {
  AdminUserPage,
  AdminUserView,
  BrandsDto,
  RoleDto,
  SuspendDto,
  UserSearchQuery,
} from './users.dto.js';

@ApiTags('Admin')
@Controller('api/admin/users')
@RequiresAdmin()
export class UsersAdminController {
  constructor(private readonly users: UsersAdminService) {}

  @Get()
  @Answers(AdminUserPage, { summary: 'Daftar dan pencarian pengguna' })
  list(@Query() query: UserSearchQuery): Promise<AdminUserPage> {
    return this.users.list(query);
  }

  @Get(':id')
  @Answers(AdminUserView, { summary: 'Satu pengguna' })
  @Fails('not_found')
  get(@Param('id', IdPipe) id: number): Promise<AdminUserView> {
    return this.users.get(id);
  }

  /** Suspension ends every token and API key of the account from the next request on. */
  @Put(':id/suspension')
  @Answers(AdminUserView, { summary: 'Nonaktifkan atau aktifkan kembali pengguna' })
  @Fails('not_found', 'parameter_missing', 'parameter_invalid', 'own_account', 'last_admin')
  suspend(
    @Param('id', IdPipe) id: number,
    @Body() body: SuspendDto,
    @CurrentActor() actor: UserActor,
  ): Promise<AdminUserView> {
    return this.users.suspend(actor, id, body.suspended);
  }

  /** With a list the account sends for these brands only; an empty one gives back the usual rules. */
  @Put(':id/brands')
  @Answers(AdminUserView, { summary: 'Tetapkan brand yang disetujui' })
  @Fails('not_found', 'parameter_invalid')
  approveBrands(
    @Param('id', IdPipe) id: number,
    @Body() body: BrandsDto,
    @CurrentActor() actor: UserActor,
  ): Promise<AdminUserView> {
    return this.users.approveBrands(actor, id, body.brands);
  }

  /** For an owner who is known by other means than a mailed link. What the account has made stays. */
  @Post(':id/verify-email')
  @Answers(AdminUserView, { summary: 'Tandai email pengguna terverifikasi' })
  @Fails('not_found')
  verifyEmail(@Param('id', IdPipe) id: number, @CurrentActor() actor: UserActor): Promise<AdminUserView> {
    return this.users.verifyEmail(actor, id);
  }

  @Put(':id/role')
  @Answers(AdminUserView, { summary: 'Ubah peran pengguna' })
  @Fails(
    'not_found',
    'parameter_missing',
    'parameter_invalid',
    'own_account',
    'last_admin',
    ...CONFIRMATION_FAILURES,
  )
  setRole(
    @Param('id', IdPipe) id: number,
    @Body() body: RoleDto,
    @CurrentActor() actor: UserActor,
    @CurrentPrincipal() who: Principal,
  ): Promise<AdminUserView> {
    return this.users.setRole(actor, id, body, who);
  }
}
