import { Body, Delete, Get, Patch, Post } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  type SessionActor,
  UserController,
} from '../platform/access/principal.js';
import { IdParam } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { MemberRoleDto, MemberView } from './members.dto.js';
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
    about: 'Ends the sessions of the member. The last owner keeps the role.',
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
