import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ApiKeyPrincipal, CurrentPrincipal, RequiresApiKey } from '../platform/access/principal.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ownerOf } from './message-reader.js';
import { FoundVerifications, VerificationQuery } from './message-search.dto.js';
import { VerificationSearch } from './verification-search.js';

@ApiTags('OTP')
@Controller('api/otp/verifications')
export class VerificationSearchController {
  constructor(private readonly searches: VerificationSearch) {}

  /** Only verifications of the key's own mode. */
  @Get()
  @RequiresApiKey('read')
  @Answers(FoundVerifications, {
    summary: {
      id: 'Cari verifikasi menurut external_id atau reference',
      en: 'List verifications by external_id or reference',
    },
    about:
      'Newest first, by exactly one of `external_id` and `reference`, for a create request whose response was lost. A page may have fewer items than `limit`: only `next_cursor` says whether more follow.',
  })
  @Fails('parameter_missing')
  listVerifications(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Query() query: VerificationQuery,
  ): Promise<FoundVerifications> {
    return this.searches.find(ownerOf(who), query);
  }
}
