import { Body, Put } from '@nestjs/common';
import { AdminController, CurrentActor, type SessionActor } from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { ProfileView } from '../../users/index.js';
import { EmailDto } from '../auth.dto.js';
import { EmailChanges } from './email-changes.js';

@AdminController('api/admin/users/:id/email')
export class EmailChangeAdminController {
  constructor(private readonly changes: EmailChanges) {}

  @Put()
  @Answers(ProfileView, {
    summary: { id: 'Perbaiki alamat email pengguna', en: 'Correct the email address of a user' },
    about:
      'The new address gets a link to verify it, the old one a notice. Links to reset the password end, sessions do not.',
    message: { id: 'Alamat email diganti.', en: 'The email address was changed.' },
  })
  @Fails('parameter_missing', 'email_invalid', 'email_taken', 'own_account', 'account_closed')
  setUserEmail(@IdParam() id: number, @Body() body: EmailDto, @CurrentActor() actor: SessionActor) {
    return this.changes.correct(actor, id, body);
  }
}
