import { Get, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
} from '../../platform/access/principal.js';
import { Answers } from '../../platform/openapi/index.js';
import { UsageQuery, UsageView } from './usage.dto.js';
import { UsageReader } from './usage-reader.js';

@UserController('Account', 'api/account/usage')
export class UsageController {
  constructor(private readonly usage: UsageReader) {}

  @Get()
  @AllowsImpersonation()
  @Answers(UsageView, {
    summary: { id: 'Pemakaian dalam rupiah', en: 'Get the usage in rupiah' },
    about:
      'Charges and refunds of messages and inbound verifications by brand, API key, channel and month, in local days. It stays when messages are purged.',
  })
  getUsage(@CurrentPrincipal() { userId }: Principal, @Query() query: UsageQuery) {
    return this.usage.of(userId, query);
  }
}
