import { Body, Delete, Get, Post } from '@nestjs/common';
import {
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Creates } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { MemberInvitations } from './member-invitations.service.js';
import { InviteMemberDto, MemberInvitationView } from './members.dto.js';

@UserController('Account', 'api/account/members/invitations')
export class MemberInvitationsController {
  constructor(private readonly invitations: MemberInvitations) {}

  @Get()
  @Answers(MemberInvitationView, {
    summary: { id: 'Undangan ke akun ini', en: 'List invitations to the account' },
    about: 'The newest 100. They stay for 90 days after they have expired.',
    list: true,
  })
  listMemberInvitations(@CurrentPrincipal() who: Principal) {
    return this.invitations.list(who.userId);
  }

  @Post()
  @Creates()
  @Answers(MemberInvitationView, {
    summary: { id: 'Undang anggota', en: 'Invite somebody to the account' },
    about:
      'Mails a link that works once, for a new login with this very address. Ends earlier invitations to it. Needs a verified address of your own. The response is the same whether the address has a login or not.',
    status: 201,
  })
  @Fails('parameter_missing', 'parameter_invalid', 'email_invalid', 'email_unverified', 'member_limit')
  inviteMember(@CurrentActor() actor: SessionActor, @Body() body: InviteMemberDto) {
    return this.invitations.invite(actor, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Cabut undangan anggota', en: 'Revoke an invitation to the account' },
    about: 'Its link works no longer. Only an open one can be revoked.',
    message: { id: 'Undangan dicabut.', en: 'The invitation was revoked.' },
  })
  revokeMemberInvitation(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.invitations.revoke(actor, id);
  }
}
