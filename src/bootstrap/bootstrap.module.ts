import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { GatewayModule } from '../gateway/index.js';
import { UsersModule } from '../users/index.js';
import { DemoAccount } from './demo-account.js';
import { FirstBoot } from './first-boot.js';

@Module({ imports: [UsersModule, ApiKeysModule, GatewayModule], providers: [FirstBoot, DemoAccount] })
export class BootstrapModule {}
