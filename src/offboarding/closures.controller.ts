import { Body, Delete, Get, Post } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { ClosureView } from './closures.dto.js';
import { Closures } from './closures.js';

@UserController('Account', 'api/account/close')
export class ClosuresController {
  constructor(private readonly closures: Closures) {}

  @Get()
  @AllowsImpersonation()
  @Answers(ClosureView, {
    summary: {
      id: 'Apakah penutupan akun sudah diminta',
      en: 'Check whether you asked to close the account',
    },
    about: 'The account stays open until an administrator closes it.',
  })
  getClosing(@CurrentPrincipal() { userId }: Principal) {
    return this.closures.view(userId);
  }

  @Post()
  @Answers(ClosureView, {
    summary: { id: 'Minta akun ditutup', en: 'Ask to close the account' },
    about: 'An administrator decides. Download your data before: nobody can log in to a closed account.',
    message: { id: 'Permintaan menutup akun dikirim.', en: 'The request to close the account was sent.' },
  })
  @Fails('parameter_invalid')
  askClosing(@CurrentActor() owner: SessionActor, @Body() body: ConfirmedDto) {
    return this.closures.ask(owner, body);
  }

  @Delete()
  @Answers(ClosureView, {
    summary: { id: 'Batalkan permintaan menutup akun', en: 'Take back the request to close the account' },
    about: 'While no administrator has closed it.',
    message: { id: 'Permintaan dibatalkan.', en: 'The request was cancelled.' },
  })
  @Fails('not_found')
  cancelClosing(@CurrentActor() owner: SessionActor) {
    return this.closures.cancel(owner);
  }
}
