import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { ProtectedBrands } from './protected-brands.js';
import { ReservedBrandsAdminController } from './reserved-brands.admin.controller.js';
import { ReservedBrandsService } from './reserved-brands.service.js';

@Module({
  imports: [AuditModule],
  controllers: [ReservedBrandsAdminController],
  providers: [ProtectedBrands, ReservedBrandsService],
  exports: [ProtectedBrands],
})
export class BrandsModule {}
