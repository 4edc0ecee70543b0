import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../common/openapi/index.js';
import {
  type ApiKeyPrincipal,
  CurrentPrincipal,
  RequiresApiKey,
  RequiresUser,
  type UserPrincipal,
} from '../common/principal.js';
import { ownerOf } from './owner.js';
import { MessageTimeline } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

const MESSAGE_ID = {
  name: 'message_id',
  description: 'message_id dari jawaban kirim (URL-encoded), reference (`otp_…`), atau id pada riwayat',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '3EB0AABBCCDDEEFF0011',
};

@Controller('api')
export class TimelineController {
  constructor(private readonly timeline: TimelineService) {}

  /** Only messages of the key's own mode. */
  @Get('otp/messages/:message_id')
  @ApiTags('OTP')
  @RequiresApiKey('read')
  @ApiParam(MESSAGE_ID)
  @Answers(MessageTimeline, { summary: 'Perjalanan satu pesan' })
  @Fails('not_found', 'uri_too_long')
  forApiKey(
    @CurrentPrincipal() who: ApiKeyPrincipal,
    @Param('message_id') messageId: string,
  ): Promise<MessageTimeline> {
    return this.timeline.find(ownerOf(who), messageId);
  }

  @Get('account/messages/:message_id')
  @ApiTags('Account')
  @RequiresUser()
  @ApiParam(MESSAGE_ID)
  @Answers(MessageTimeline, { summary: 'Perjalanan satu pesan akun, mode live maupun test' })
  @Fails('not_found', 'uri_too_long')
  forUser(
    @CurrentPrincipal() { userId }: UserPrincipal,
    @Param('message_id') messageId: string,
  ): Promise<MessageTimeline> {
    return this.timeline.find({ userId }, messageId);
  }
}
