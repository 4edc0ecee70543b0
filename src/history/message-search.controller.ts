import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../common/openapi/index.js';
import { type ApiKeyPrincipal, CurrentPrincipal, RequiresApiKey } from '../common/principal.js';
import { HistoryService } from './history.service.js';
import { ExternalIdQuery, FoundMessages } from './message-search.dto.js';
import { ownerOf } from './owner.js';

@ApiTags('OTP')
@Controller('api/otp/messages')
export class MessageSearchController {
  constructor(private readonly history: HistoryService) {}

  /** Messages that were sent with an `external_id`, pending ones too; only of the key's own mode. */
  @Get()
  @RequiresApiKey('read')
  @Answers(FoundMessages, { summary: 'Cari pesan menurut external_id' })
  @Fails('parameter_missing')
  byExternalId(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Query() query: ExternalIdQuery,
  ): Promise<FoundMessages> {
    return this.history.byExternalId(ownerOf(who), query);
  }
}
