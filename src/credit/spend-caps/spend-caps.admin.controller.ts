import { Body, Get, Put } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { SpendCapSettings } from './spend-cap-settings.js';
import { SPEND_CAP_SAVED } from './spend-caps.controller.js';
import { SpendCapDto, SpendCapView } from './spend-caps.dto.js';

@AdminController('api/admin/users/:id/spend-cap')
export class SpendCapAdminController {
  constructor(private readonly settings: SpendCapSettings) {}

  @Get()
  @Answers(SpendCapView, {
    summary: { id: 'Batas belanja satu pengguna', en: 'Get the spend cap of a user' },
    about: 'What the live keys of the account together may spend a day, and what they have spent today.',
  })
  getUserSpendCap(@IdParam() userId: number) {
    return this.settings.view(userId);
  }

  @Put()
  @Answers(SpendCapView, {
    summary: { id: 'Atur batas belanja satu pengguna', en: 'Set the spend cap of a user' },
    about: 'The same cap that its owner sets: the last change counts.',
    message: SPEND_CAP_SAVED,
  })
  @Fails('parameter_missing')
  setUserSpendCap(@CurrentActor() actor: SessionActor, @IdParam() userId: number, @Body() body: SpendCapDto) {
    return this.settings.setFor(actor, userId, body);
  }
}
