import { Body, Get, Post } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { CloseAccountDto, ClosureView } from './closures.dto.js';
import { Closures } from './closures.js';

@AdminController('api/admin/users/:id/close')
export class ClosuresAdminController {
  constructor(private readonly closures: Closures) {}

  @Get()
  @Answers(ClosureView, {
    summary: { id: 'Penutupan akun pengguna', en: 'Get the closing of a user' },
    about: 'Whether its owner asked to close the account, and when its data is erased.',
  })
  getUserClosing(@IdParam() id: number) {
    return this.closures.view(id);
  }

  /** For good: a closed account cannot be opened again. */
  @Post()
  @Answers(ClosureView, {
    summary: { id: 'Tutup akun pengguna', en: 'Close the account of a user' },
    about:
      'Sessions, API keys and webhooks end, open top-up requests are declined, and an adjustment settles the balance. After ACCOUNT_ERASE_DAYS its data is erased.',
    message: { id: 'Akun ditutup.', en: 'The account was closed.' },
  })
  @Fails('own_account', 'last_admin', 'account_closed')
  closeUser(@IdParam() id: number, @Body() body: CloseAccountDto, @CurrentActor() actor: SessionActor) {
    return this.closures.close(actor, id, body);
  }
}
