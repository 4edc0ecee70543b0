import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/index.js';
import { CreditModule } from '../credit/index.js';
import { AuditModule } from '../operations/audit/index.js';
import { Administrators } from './administrators.js';
import { Registration } from './registration.js';
import { UsersAdminService } from './users.admin.service.js';
import { BrandsController, UsersAdminController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AuditModule, BrandsModule, CreditModule],
  controllers: [BrandsController, UsersAdminController],
  providers: [UsersService, UsersAdminService, Administrators, Registration],
  exports: [UsersService, Administrators, Registration],
})
export class UsersModule {}
