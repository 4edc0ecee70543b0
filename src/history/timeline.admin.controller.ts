import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresAdmin } from '../common/access/principal.js';
import { IdPipe } from '../common/http/id.pipe.js';
import { Answers, Fails } from '../common/openapi/index.js';
import { MessageTimeline } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';

@ApiTags('Admin')
@Controller('api/admin/messages')
@RequiresAdmin()
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
