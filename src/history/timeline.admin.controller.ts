import { Get, Param } from '@nestjs/common';
import { AdminController } from '../platform/access/controllers.js';
import { IdPipe } from '../platform/http/id.pipe.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { MessageTimeline } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

@AdminController('api/admin/messages')
export class TimelineAdminController {
  constructor(private readonly timeline: TimelineService) {}

  @Get(':id')
  @Answers(MessageTimeline, {
    id: 'getAnyMessage',
    summary: 'Get the story of a message of any account',
    summaryId: 'Perjalanan satu pesan, akun mana pun',
    about: 'With the names of devices.',
  })
  @Fails('not_found')
  get(@Param('id', IdPipe) id: number): Promise<MessageTimeline> {
    return this.timeline.findById(id);
  }
}
