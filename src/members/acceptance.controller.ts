import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '../auth/index.js';
import { type Caller, CurrentCaller, Public } from '../platform/access/principal.js';
import { RateLimited } from '../platform/limits/index.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { MemberInvitations } from './member-invitations.service.js';
import {
  AcceptMemberInvitationDto,
  MemberInvitationPreview,
  MemberInvitationTokenDto,
} from './members.dto.js';

@ApiTags('Auth')
@Controller('api/auth/invitations')
export class AcceptanceController {
  constructor(private readonly invitations: MemberInvitations) {}

  @Post('preview')
  @Public()
  @RateLimited('auth', 'address')
  @Answers(MemberInvitationPreview, {
    summary: { id: 'Isi undangan anggota', en: 'Get what an invitation to an account gives' },
    about: 'The address of the login, its role and the account. Uses nothing up.',
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
      'Makes a login of the account, with the address and the role of the invitation, and returns its user token. A login belongs to one account: an address that has a login already gets `email_taken`.',
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
