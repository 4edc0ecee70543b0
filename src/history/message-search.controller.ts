import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKey,
  RequiresUser,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { CountsAsRead, OneAtATime } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { HistoryService } from './history.service.js';
import { ownerOf } from './message-reader.js';
import {
  ExternalIdQuery,
  FoundAccountMessages,
  FoundMessages,
  MessageSearchDto,
} from './message-search.dto.js';
import { PhoneSearches } from './phone-searches.js';

export const SEARCH_FAILURES = ['parameter_missing', 'parameter_invalid', 'phone_invalid'] as const;

/** A POST, so that no phone stands in an address, which proxies and browsers keep. */
@Controller('api')
export class MessageSearchController {
  constructor(
    private readonly history: HistoryService,
    private readonly phoneSearches: PhoneSearches,
  ) {}

  /** Messages that were sent with an `external_id`, pending ones too; only of the key's own mode. */
  @Get('otp/messages')
  @RequiresApiKey('read', 'OTP')
  @Answers(FoundMessages, {
    summary: { id: 'Cari pesan menurut external_id', en: 'List messages by external_id' },
    about: 'Newest first.',
  })
  @Fails('parameter_missing')
  listMessages(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Query() query: ExternalIdQuery,
  ): Promise<FoundMessages> {
    return this.history.searchOwn(ownerOf(who), query);
  }

  @Post('otp/messages/search')
  @CountsAsRead()
  @OneAtATime('messages')
  @RequiresApiKey('read', 'OTP')
  @Answers(FoundMessages, {
    summary: {
      id: 'Cari pesan menurut nomor tujuan atau pengenalnya',
      en: 'Find messages by their recipient, or by what they are known by',
    },
    about:
      'Messages of the account and of the key’s mode, newest first, `pending` ones too, by exactly one of `phone`, `last4`, `reference`, `external_id`, `message_id` and `idempotency_key`. Recipients are masked. Searches by `phone` have a limit of their own: 30 a minute and 300 a day of an account, unless the operator says otherwise.',
  })
  @Fails(...SEARCH_FAILURES)
  async searchMessages(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Body() body: MessageSearchDto,
  ): Promise<FoundMessages> {
    await this.phoneSearches.count(who, body);
    return this.history.searchOwn(ownerOf(who), body);
  }

  @Post('account/messages/search')
  @CountsAsRead()
  @OneAtATime('messages')
  @RequiresUser('Account')
  @Answers(FoundAccountMessages, {
    summary: { id: 'Cari pesan akun, mode live maupun test', en: 'Find messages of the account' },
    about:
      'Messages of the account and of both modes, newest first, `pending` ones too, by exactly one of `phone`, `last4`, `reference`, `external_id`, `message_id` and `idempotency_key`. Recipients are masked. Searches by `phone` have a limit of their own: 30 a minute and 300 a day of an account, unless the operator says otherwise.',
  })
  @Fails(...SEARCH_FAILURES)
  async searchAccountMessages(
    @CurrentPrincipal() who: UserPrincipal,
    @Body() body: MessageSearchDto,
  ): Promise<FoundAccountMessages> {
    await this.phoneSearches.count(who, body);
    return this.history.searchAccount(who.userId, body);
  }
}
