import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import {
  AdminController,
  AllowsImpersonation,
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKey,
  RequiresUser,
  type UserPrincipal,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { redactForImpersonation } from '../webhook/index.js';
import { ownerOf } from './message-reader.js';
import { MessageTimeline } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

const MESSAGE_ID = {
  name: 'message_id',
  description:
    'message_id of the response to the send (URL-encoded), reference (`otp_…`), or id in the history',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '3EB0AABBCCDDEEFF0011',
};

@Controller('api')
export class TimelineController {
  constructor(private readonly timeline: TimelineService) {}

  /** Only messages of the key's own mode. */
  @Get('otp/messages/:message_id')
  @RequiresApiKey('read', 'OTP')
  @ApiParam(MESSAGE_ID)
  @Answers(MessageTimeline, {
    summary: { id: 'Perjalanan satu pesan', en: 'Get the timeline of a message' },
    about: 'Each attempt, callback, decision, webhook and check of the code, in the order of time.',
  })
  @Fails('not_found')
  getMessage(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Param('message_id') messageId: string,
  ): Promise<MessageTimeline> {
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
    about: 'Live or test: each attempt, callback, decision, webhook and check of the code.',
  })
  @Fails('not_found')
  async getAccountMessage(
    @CurrentPrincipal() who: UserPrincipal,
    @Param('message_id') messageId: string,
  ): Promise<MessageTimeline> {
    return redactForImpersonation(who, await this.timeline.find({ userId: who.userId }, messageId));
  }
}

@AdminController('api/admin/messages')
export class TimelineAdminController {
  constructor(private readonly timeline: TimelineService) {}

  @Get(':id')
  @Answers(MessageTimeline, {
    summary: {
      id: 'Perjalanan satu pesan, akun mana pun',
      en: 'Get the timeline of a message of any account',
    },
    about: 'With the names of devices.',
  })
  getAnyMessage(@IdParam() id: number): Promise<MessageTimeline> {
    return this.timeline.findById(id);
  }
}
