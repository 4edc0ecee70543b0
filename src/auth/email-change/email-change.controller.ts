import { Body, Post, Put } from '@nestjs/common';
import {
  AdminController,
  CurrentActor,
  type SessionActor,
  UserController,
} from '../../platform/access/principal.js';
import { IdParam } from '../../platform/http/request-fields.js';
import { RateLimited } from '../../platform/limits/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { ProfileView } from '../../users/index.js';
import { EmailDto, VerifyEmailDto } from '../auth.dto.js';
import { EmailChanges } from './email-changes.js';

@UserController('Account', 'api/account/email')
export class EmailChangeController {
  constructor(private readonly changes: EmailChanges) {}

  @Post()
  @RateLimited('auth', 'address')
  @Answers(null, {
    summary: { id: 'Minta ganti alamat email', en: 'Request a change of the email address' },
    about: 'Mails a link to the new address, and a notice to the old one. Earlier links become invalid.',
    message: { id: 'Tautan dikirim ke alamat yang baru.', en: 'A link was sent to the new address.' },
  })
  @Fails('parameter_missing', 'parameter_invalid', 'email_invalid', 'email_taken')
  changeEmail(@CurrentActor() owner: SessionActor, @Body() body: EmailDto) {
    return this.changes.ask(owner, body);
  }

  @Post('confirm')
  @RateLimited('auth', 'address')
  @Answers(ProfileView, {
    summary: { id: 'Ganti alamat email dengan token dari email', en: 'Confirm the new email address' },
    about:
      'Needs the token from the mail and a session of the same account. The new address is then verified.',
    message: { id: 'Alamat email diganti.', en: 'The email address was changed.' },
  })
  @Fails('parameter_missing', 'verification_token_invalid', 'email_taken')
  confirmEmail(@CurrentActor() owner: SessionActor, @Body() body: VerifyEmailDto) {
    return this.changes.confirm(owner, body.token);
  }
}

@AdminController('api/admin/users/:id/email')
export class EmailChangeAdminController {
  constructor(private readonly changes: EmailChanges) {}

  @Put()
  @Answers(ProfileView, {
    summary: { id: 'Perbaiki alamat email pengguna', en: 'Correct the email address of a user' },
    about:
      'Mails a verification link to the new address and a notice to the old one. Links to reset the password become invalid; sessions continue.',
    message: { id: 'Alamat email diganti.', en: 'The email address was changed.' },
  })
  @Fails('parameter_missing', 'email_invalid', 'email_taken', 'own_account', 'account_closed')
  setUserEmail(@IdParam() id: number, @Body() body: EmailDto, @CurrentActor() actor: SessionActor) {
    return this.changes.correct(actor, id, body);
  }
}
