import { ApiProperty } from '@nestjs/swagger';
import { EmailField, MailedTokenField, NameField, NewPasswordField, UsernameField } from '../auth/index.js';
import { ACCOUNT_ROLES, type AccountRole } from '../platform/access/permissions.rules.js';
import { isOneOf } from '../platform/http/index.js';
import { RequiredField } from '../platform/http/request-fields.js';
import { LocalTime, UtcTime } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';

const RoleField = () =>
  RequiredField(isOneOf(ACCOUNT_ROLES), { enum: ACCOUNT_ROLES, description: 'Role in the account' });

export class MemberView {
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of the login' }) id!: number;
  @ApiProperty({ example: 'siti' }) username!: string;
  @ApiProperty({ example: 'Siti', description: 'Name of the member' }) name!: string;
  @ApiProperty({ example: 'siti@example.com', description: 'Email address of the member' }) email!: string;
  @ApiProperty({ enum: ACCOUNT_ROLES, description: 'Role in the account' }) role!: AccountRole;
  @ApiProperty({ description: 'The member of this request' }) current!: boolean;
  @LocalTime({ description: 'When the member joined' }) joined_at!: string;
  @UtcTime() joined_at_utc!: string;
}

export class MemberRoleDto extends ConfirmedDto {
  @RoleField() role!: AccountRole;
}

export class InviteMemberDto extends ConfirmedDto {
  @EmailField() email!: string;
  @RoleField() role!: AccountRole;
}

const STATUSES = ['open', 'accepted', 'revoked', 'expired'] as const;
export type MemberInvitationStatus = (typeof STATUSES)[number];

export class MemberInvitationView {
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of the invitation' }) id!: number;
  @ApiProperty({ example: 'siti@example.com', description: 'Who was invited' }) email!: string;
  @ApiProperty({ enum: ACCOUNT_ROLES, description: 'The role that it gives' }) role!: AccountRole;
  @ApiProperty({ enum: STATUSES, description: 'Only an open one can be accepted or revoked' })
  status!: MemberInvitationStatus;
  @LocalTime({ description: 'When it was made' }) created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime({ description: 'When its link ends' }) expires_at!: string;
  @UtcTime() expires_at_utc!: string;
}

const TokenField = () => MailedTokenField('From the mail of the invitation', 'invitation_invalid');

export class MemberInvitationTokenDto {
  @TokenField() token!: string;
}

export class AcceptMemberInvitationDto {
  @TokenField() token!: string;
  @UsernameField('siti') username!: string;
  @NewPasswordField('password yang panjang') password!: string;
  @NameField('Siti') name!: string;
}

export class MemberInvitationPreview {
  @ApiProperty({ example: 'siti@example.com', description: 'The address that the login will have' })
  email!: string;
  @ApiProperty({ enum: ACCOUNT_ROLES, description: 'The role that it gives' }) role!: AccountRole;
  @ApiProperty({ example: 'tokobudi', description: 'Username of the account' }) account!: string;
}
