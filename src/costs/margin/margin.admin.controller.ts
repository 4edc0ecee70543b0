import { Get, Query } from '@nestjs/common';
import { AdminController } from '../../platform/access/principal.js';
import { Answers } from '../../platform/openapi/index.js';
import { Margin, MARGIN_DAYS_MAX, MarginQuery } from './margin.dto.js';
import { MarginService } from './margin.service.js';

@AdminController('api/admin/margin')
export class MarginAdminController {
  constructor(private readonly margins: MarginService) {}

  @Get()
  @Answers(Margin, {
    summary: { id: 'Pendapatan, biaya, dan margin pesan', en: 'Get what messages brought in and cost' },
    about: `By account, channel, device or month, of at most ${MARGIN_DAYS_MAX} days; without \`from\` and \`to\`, of this month. Messages whose cost is not known are in no cost and no margin. Added up about every minute.`,
  })
  getMargin(@Query() query: MarginQuery): Promise<Margin> {
    return this.margins.view(query);
  }
}
