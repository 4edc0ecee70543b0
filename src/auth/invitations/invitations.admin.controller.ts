import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import type { UserActor } from '../../operations/audit/index.js';
import { AdminController, CurrentActor } from '../../platform/access/principal.js';
import { IdParam, PageQuery } from '../../platform/http/request-fields.js';
import { Creates } from '../../platform/limits/index.js';
import { Answers, Fails } from '../../platform/openapi/index.js';
import { InvitationPage, InvitationView, InviteDto } from './invitations.dto.js';
import { Invitations } from './invitations.service.js';

@AdminController('api/admin/invitations')
export class InvitationsAdminController {
  constructor(private readonly invitations: Invitations) {}

  @Get()
  @Answers(InvitationPage, {
    summary: { id: 'Daftar undangan', en: 'List invitations' },
    about: 'Newest first. Invitations stay listed for 90 days after they expire.',
  })
  listInvitations(@Query() query: PageQuery) {
    return this.invitations.list(query);
  }

  @Post()
  @Creates()
  @Answers(InvitationView, {
    summary: { id: 'Undang seseorang membuat akun', en: 'Invite somebody to create an account' },
    about:
      'Mails a one-time link to create an account with exactly this address. Earlier invitations to the address become invalid. `REGISTRATION` must be `open` or `invite`.',
    status: 201,
  })
  @Fails('parameter_missing', 'email_invalid', 'email_taken', 'registration_closed')
  createInvitation(@CurrentActor() actor: UserActor, @Body() { email }: InviteDto) {
    return this.invitations.invite(actor, email);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Cabut undangan', en: 'Revoke an invitation' },
    about: 'Its link becomes invalid. Only open invitations can be revoked.',
    message: { id: 'Undangan dicabut.', en: 'The invitation was revoked.' },
  })
  revokeInvitation(@CurrentActor() actor: UserActor, @IdParam() id: number) {
    return this.invitations.revoke(actor, id);
  }
}
