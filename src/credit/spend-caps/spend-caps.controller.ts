import { Body, Get, Put } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../../platform/access/principal.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { SpendCapSettings } from './spend-cap-settings.js';
import { SpendCapDto, SpendCapView } from './spend-caps.dto.js';

export const SPEND_CAP_SAVED = { id: 'Batas belanja disimpan.', en: 'The spend cap was saved.' };

@UserController('Account', 'api/account/credit/spend-cap')
export class SpendCapController {
  constructor(private readonly settings: SpendCapSettings) {}

  @Get()
  @AllowsImpersonation()
  @Answers(SpendCapView, {
    summary: { id: 'Batas belanja akun', en: 'Get the spend cap of the account' },
    about: 'What all live keys together may spend a day, and what they have spent today.',
  })
  getSpendCap(@CurrentPrincipal() { userId }: Principal) {
    return this.settings.view(userId);
  }

  @Put()
  @Answers(SpendCapView, {
    summary: { id: 'Atur batas belanja akun', en: 'Set the spend cap of the account' },
    about:
      'It counts from the next send on. Sends that would exceed it get `spend_cap_reached` until the day ends. A key may have a cap of its own.',
    message: SPEND_CAP_SAVED,
  })
  @Fails('parameter_missing', 'parameter_invalid')
  setSpendCap(@CurrentActor() owner: SessionActor, @Body() body: SpendCapDto) {
    return this.settings.setOwn(owner, body);
  }
}
