import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Audit, type UserActor } from '../audit/index.js';
import { CurrentActor } from '../common/access/actor.js';
import { RequiresAdmin } from '../common/access/principal.js';
import { Database } from '../common/database/index.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { Calendar } from '../common/time/calendar.js';
import { type Message, reasonOf } from '../otp/index.js';
import { HistoryService } from './history.service.js';
import { MessageLists } from './message-lists.js';
import { SEARCH_FAILURES } from './message-search.controller.js';
import { MessageSearchDto } from './message-search.dto.js';
import { searchedBy } from './message-search.rules.js';
import {
  AdminFoundMessages,
  AdminMessageItem,
  AdminMessagePage,
  AdminMessageQuery,
} from './messages.admin.dto.js';

@ApiTags('Admin')
@Controller('api/admin/messages')
@RequiresAdmin()
export class MessagesAdminController {
  constructor(
    private readonly messages: MessageLists,
    private readonly history: HistoryService,
    private readonly calendar: Calendar,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** All accounts' messages, pending ones too, newest first; recipients masked. */
  @Get()
  @Answers(AdminMessagePage, {
    id: 'listAllMessages',
    summary: 'List the messages of all accounts',
    summaryId: 'Pesan semua akun',
    about: 'Newest first; phones are masked.',
  })
  async list(
    @Query() { page, limit, offset, user_id, status }: AdminMessageQuery,
  ): Promise<AdminMessagePage> {
    const { rows, total } = await this.messages.any({ userId: user_id, status }, offset, limit);
    return { total, page, limit, items: rows.map((row) => this.item(row)) };
  }

  /** Noted before anything is read: who searched, and by what kind of thing, never by which. */
  @Post('search')
  @Answers(AdminFoundMessages, {
    id: 'searchAllMessages',
    summary: 'Find messages of all accounts',
    summaryId: 'Cari pesan semua akun menurut nomor tujuan atau pengenalnya',
    about:
      'Messages of all accounts, newest first, `pending` ones too, by exactly one of `phone`, `last4`, `reference`, `external_id`, `message_id` and `idempotency_key`. Recipients are masked. The audit log says who searched and by which of these, and not for what.',
  })
  @Fails(...SEARCH_FAILURES)
  async search(
    @Body() body: MessageSearchDto,
    @CurrentActor() actor: UserActor,
  ): Promise<AdminFoundMessages> {
    const { by } = searchedBy(body);
    await this.database.tx((tx) => this.audit.record(tx, actor, 'message.search', 'messages', { by }));
    return this.history.search({}, body, (row) => this.item(row));
  }

  private item(message: Message): AdminMessageItem {
    return {
      id: message.id,
      reference: message.reference,
      user_id: message.userId,
      device_id: message.deviceId,
      message_id: message.gatewayMessageId,
      recipient: message.recipientMasked,
      company_name: message.companyName,
      status: message.status,
      credit_used: message.creditUsed,
      livemode: message.livemode,
      error_message: message.errorMessage,
      reason: reasonOf(message),
      created_at: this.calendar.format(message.createdAt),
    };
  }
}
