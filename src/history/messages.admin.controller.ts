import { Body, Get, Post, Query } from '@nestjs/common';
import { Audit } from '../operations/audit/index.js';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { IdParam } from '../platform/http/request-fields.js';
import { CountsAsRead, OneAtATime } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { MessageSearchDto, searchedBy } from './message-search.dto.js';
import { AdminFoundMessages, AdminMessagePage, AdminMessageQuery } from './messages.admin.dto.js';
import { isUncounted, MessagesAdminService } from './messages.admin.service.js';
import { SEARCH_FAILURES } from './messages.controller.js';
import { PhoneSearches } from './phone-searches.js';
import { MessageTimeline } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

@AdminController('api/admin/messages')
export class MessagesAdminController {
  constructor(
    private readonly messages: MessagesAdminService,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly phoneSearches: PhoneSearches,
    private readonly timeline: TimelineService,
  ) {}

  @Get()
  @OneAtATime('messages', isUncounted)
  @Answers(AdminMessagePage, {
    summary: { id: 'Pesan semua akun', en: 'List the messages of all accounts' },
    about:
      'Newest first; phones are masked. With `key`, `brand`, `reason`, `prefix` or `device_id`, and for all accounts with days or a mode, `total` is null, and `next_cursor` leads to the next page.',
  })
  listAllMessages(@Query() query: AdminMessageQuery) {
    return this.messages.list(query);
  }

  /** Audits who searched and by which kind of term, never the term itself, before anything is read. */
  @Post('search')
  @CountsAsRead()
  @OneAtATime('messages')
  @Answers(AdminFoundMessages, {
    summary: {
      id: 'Cari pesan semua akun menurut nomor tujuan atau pengenalnya',
      en: 'Find messages of all accounts',
    },
    about:
      'Finds messages of all accounts by exactly one of `phone`, `last4`, `reference`, `external_id`, `message_id` and `idempotency_key`, newest first, including `pending` ones. Recipients are masked. The audit log has who searched and by which of these fields, but not the value. Searches by `phone`: 30 per minute and 300 per day for an administrator.',
  })
  @Fails(...SEARCH_FAILURES)
  async searchAllMessages(@Body() body: MessageSearchDto, @CurrentActor() actor: SessionActor) {
    const { by } = searchedBy(body);
    await this.phoneSearches.count(actor, body);
    await this.database.tx((tx) => this.audit.record(tx, actor, 'message.search', 'messages', { by }));
    return this.messages.search(body);
  }

  @Get(':id')
  @Answers(MessageTimeline, {
    summary: {
      id: 'Perjalanan satu pesan, akun mana pun',
      en: 'Get the timeline of a message of any account',
    },
    about: 'Includes the names of devices.',
  })
  getAnyMessage(@IdParam() id: number) {
    return this.timeline.findById(id);
  }
}
