import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '../auth/index.js';
import {
  AllowsImpersonation,
  type Caller,
  CurrentActor,
  CurrentCaller,
  CurrentPrincipal,
  type Principal,
  Public,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Creates, RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { MemberInvitations } from './member-invitations.service.js';
import {
  AcceptMemberInvitationDto,
  InviteMemberDto,
  MemberInvitationPreview,
  MemberInvitationTokenDto,
  MemberInvitationView,
  MemberRoleDto,
  MemberView,
} from './members.dto.js';
import { AccountMembers } from './members.service.js';

@UserController('Account', 'api/account/members')
export class MembersController {
  constructor(private readonly members: AccountMembers) {}

  @Get()
  @AllowsImpersonation()
  @Answers(MemberView, {
    summary: { id: 'Anggota akun', en: 'List the members of the account' },
    about: 'Everyone who can log in to the account, with their roles, in the order in which they joined.',
    list: true,
  })
  listMembers(@CurrentPrincipal() who: Principal) {
    return this.members.list(who);
  }

  @Patch(':id')
  @Answers(null, {
    summary: { id: 'Ubah peran anggota', en: 'Change the role of a member' },
    about:
      'Ends the sessions of the member, and open invitations of an owner who loses the role. The role of the last owner cannot be changed.',
    message: { id: 'Peran anggota diubah.', en: 'The role of the member was changed.' },
  })
  @Fails('parameter_missing', 'last_owner')
  setMemberRole(@CurrentActor() actor: SessionActor, @IdParam() id: number, @Body() body: MemberRoleDto) {
    return this.members.setRole(actor, id, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Keluarkan anggota', en: 'Remove a member' },
    about:
      'Closes the login at once: its sessions and open invitations end, and its email address is free again. API keys and webhooks of the account stay.',
    message: { id: 'Anggota dikeluarkan.', en: 'The member was removed.' },
  })
  @Fails('last_owner')
  removeMember(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.members.remove(actor, id);
  }

  @Post('leave')
  @Answers(null, {
    summary: { id: 'Keluar dari akun', en: 'Leave the account' },
    about: 'Closes your own login. The last owner cannot leave.',
    message: { id: 'Anda telah keluar dari akun ini.', en: 'You have left the account.' },
  })
  @Fails('parameter_invalid', 'last_owner')
  leaveAccount(@CurrentActor() actor: SessionActor, @Body() body: ConfirmedDto) {
    return this.members.leave(actor, body.current_password);
  }
}

@UserController('Account', 'api/account/members/invitations')
export class MemberInvitationsController {
  constructor(private readonly invitations: MemberInvitations) {}

  @Get()
  @Answers(MemberInvitationView, {
    summary: { id: 'Undangan ke akun ini', en: 'List invitations to the account' },
    about: 'The newest 100 invitations. They stay listed for 90 days after they expire.',
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
      'Mails a one-time link to create a login with exactly this address. Earlier invitations to the address become invalid. Your own address must be verified. The response is the same whether or not the address has a login.',
    status: 201,
  })
  @Fails('parameter_missing', 'parameter_invalid', 'email_invalid', 'email_unverified', 'member_limit')
  inviteMember(@CurrentActor() actor: SessionActor, @Body() body: InviteMemberDto) {
    return this.invitations.invite(actor, body);
  }

  @Delete(':id')
  @Answers(null, {
    summary: { id: 'Cabut undangan anggota', en: 'Revoke an invitation to the account' },
    about: 'Its link becomes invalid. Only open invitations can be revoked.',
    message: { id: 'Undangan dicabut.', en: 'The invitation was revoked.' },
  })
  revokeMemberInvitation(@CurrentActor() actor: SessionActor, @IdParam() id: number) {
    return this.invitations.revoke(actor, id);
  }
}

@ApiTags('Auth')
@Controller('api/auth/invitations')
export class AcceptanceController {
  constructor(private readonly invitations: MemberInvitations) {}

  @Post('preview')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(MemberInvitationPreview, {
    summary: { id: 'Isi undangan anggota', en: 'Preview an invitation to an account' },
    about: 'Returns the account, and the address and role of the new login. Does not use up the invitation.',
  })
  @Fails('parameter_missing', 'invitation_invalid')
  previewMemberInvitation(@Body() { token }: MemberInvitationTokenDto) {
    return this.invitations.preview(token);
  }

  @Post('accept')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(Session, {
    summary: { id: 'Terima undangan anggota', en: 'Join an account by an invitation' },
    about:
      'Creates a login of the account, with the address and role from the invitation, and returns its user token. A login belongs to one account: an address that already has a login gets `email_taken`.',
    status: 201,
    message: { id: 'Anda kini anggota akun ini.', en: 'You are now a member of the account.' },
  })
  @Fails(
    'parameter_missing',
    'invitation_invalid',
    'username_invalid',
    'password_invalid',
    'password_common',
    'name_invalid',
    'username_taken',
    'email_taken',
  )
  acceptMemberInvitation(@CurrentCaller() caller: Caller, @Body() body: AcceptMemberInvitationDto) {
    return this.invitations.accept(caller, body);
  }
}
