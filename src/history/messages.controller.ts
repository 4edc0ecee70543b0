import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import {
  AllowsImpersonation,
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKey,
  RequiresUser,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { CountsAsRead, OneAtATime } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { redactForImpersonation } from '../webhook/index.js';
import { HistoryService } from './history.service.js';
import { ownerOf } from './message-reader.js';
import {
  ExternalIdQuery,
  FoundAccountMessages,
  FoundMessages,
  FoundVerifications,
  MessageSearchDto,
  VerificationQuery,
} from './message-search.dto.js';
import { MessageSearch } from './message-search.js';
import { PhoneSearches } from './phone-searches.js';
import { MessageTimeline } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

export const SEARCH_FAILURES = ['parameter_missing', 'parameter_invalid', 'phone_invalid'] as const;

const MESSAGE_ID = {
  name: 'message_id',
  description:
    '`message_id` from the response to the send (URL-encoded), `reference` (`otp_…`), or `id` from the history',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '3EB0AABBCCDDEEFF0011',
};

/** Messages and verifications of an account. Searches by phone use POST, since proxies and browsers store URLs. */
@Controller('api')
export class MessagesController {
  constructor(
    private readonly history: HistoryService,
    private readonly phoneSearches: PhoneSearches,
    private readonly timeline: TimelineService,
    private readonly searches: MessageSearch,
  ) {}

  /** Messages that were sent with an `external_id`, pending ones too; only of the key's own mode. */
  @Get('otp/messages')
  @RequiresApiKey('read', 'OTP')
  @Answers(FoundMessages, {
    summary: { id: 'Cari pesan menurut external_id', en: 'List messages by external_id' },
    about: 'Messages with this `external_id`, newest first.',
  })
  @Fails('parameter_missing')
  listMessages(@CurrentPrincipal() who: ApiKeyPrincipal, @Query() query: ExternalIdQuery) {
    return this.history.searchOwn(ownerOf(who), query);
  }

  @Post('otp/messages/search')
  @CountsAsRead()
  @OneAtATime('messages')
  @RequiresApiKey('read', 'OTP')
  @Answers(FoundMessages, {
    summary: {
      id: 'Cari pesan menurut nomor tujuan atau pengenalnya',
      en: 'Find messages by recipient or id',
    },
    about:
      'Finds messages of the account in the key’s mode by exactly one of `phone`, `last4`, `reference`, `external_id`, `message_id` and `idempotency_key`, newest first, including `pending` ones. Recipients are masked. Searches by `phone` have their own limit: 30 per minute and 300 per day for an account, unless the operator changed it.',
  })
  @Fails(...SEARCH_FAILURES)
  async searchMessages(@CurrentPrincipal() who: ApiKeyPrincipal, @Body() body: MessageSearchDto) {
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
      'Finds messages of the account in both modes by exactly one of `phone`, `last4`, `reference`, `external_id`, `message_id` and `idempotency_key`, newest first, including `pending` ones. Recipients are masked. Searches by `phone` have their own limit: 30 per minute and 300 per day for an account, unless the operator changed it.',
  })
  @Fails(...SEARCH_FAILURES)
  async searchAccountMessages(@CurrentPrincipal() who: UserPrincipal, @Body() body: MessageSearchDto) {
    await this.phoneSearches.count(who, body);
    return this.history.searchAccount(who.userId, body);
  }

  /** Only messages of the key's own mode. */
  @Get('otp/messages/:message_id')
  @RequiresApiKey('read', 'OTP')
  @ApiParam(MESSAGE_ID)
  @Answers(MessageTimeline, {
    summary: { id: 'Perjalanan satu pesan', en: 'Get the timeline of a message' },
    about: 'Each attempt, callback, decision, webhook and code check, in chronological order.',
  })
  @Fails('not_found')
  getMessage(@CurrentPrincipal() who: ApiKeyPrincipal, @Param('message_id') messageId: string) {
    return this.timeline.find(ownerOf(who), messageId);
  }

  @Get('account/messages/:message_id')
  @AllowsImpersonation()
  @RequiresUser('Account')
  @ApiParam(MESSAGE_ID)
  @Answers(MessageTimeline, {
    summary: {
      id: 'Perjalanan satu pesan akun, mode live maupun test',
      en: 'Get the timeline of a message of the account',
    },
    about: 'Live or test message: each attempt, callback, decision, webhook and code check.',
  })
  @Fails('not_found')
  async getAccountMessage(@CurrentPrincipal() who: UserPrincipal, @Param('message_id') messageId: string) {
    return redactForImpersonation(who, await this.timeline.find({ userId: who.userId }, messageId));
  }

  /** Only verifications of the key's own mode. */
  @Get('otp/verifications')
  @RequiresApiKey('read', 'OTP')
  @Answers(FoundVerifications, {
    summary: {
      id: 'Cari verifikasi menurut external_id atau reference',
      en: 'List verifications by external_id or reference',
    },
    about:
      'Finds verifications by exactly one of `external_id` and `reference`, newest first. Use it if the response to a create request was lost. A page may have fewer items than `limit`: only `next_cursor` says whether more follow.',
  })
  @Fails('parameter_missing')
  listVerifications(@CurrentPrincipal() who: ApiKeyPrincipal, @Query() query: VerificationQuery) {
    return this.searches.findVerifications(ownerOf(who), query);
  }
}
