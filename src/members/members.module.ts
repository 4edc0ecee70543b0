import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { MailModule } from '../platform/mail/index.js';
import { UsersModule } from '../users/index.js';
import { AcceptanceController } from './acceptance.controller.js';
import { MemberInvitationsController } from './member-invitations.controller.js';
import { MemberInvitations } from './member-invitations.service.js';
import { MembersController } from './members.controller.js';
import { AccountMembers } from './members.service.js';

@Module({
  imports: [AuditModule, MailModule, UsersModule],
  controllers: [MembersController, MemberInvitationsController, AcceptanceController],
  providers: [AccountMembers, MemberInvitations],
})
export class MembersModule {}
