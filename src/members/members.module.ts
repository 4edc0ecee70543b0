import { Module } from '@nestjs/common';
import { AuditModule } from '../operations/audit/index.js';
import { MailModule } from '../platform/mail/index.js';
import { UsersModule } from '../users/index.js';
import { MemberInvitations } from './member-invitations.service.js';
import {
  AcceptanceController,
  MemberInvitationsController,
  MembersController,
} from './members.controller.js';
import { AccountMembers } from './members.service.js';

@Module({
  imports: [AuditModule, MailModule, UsersModule],
  controllers: [MembersController, MemberInvitationsController, AcceptanceController],
  providers: [AccountMembers, MemberInvitations],
})
export class MembersModule {}
