import { ApiProperty } from '@nestjs/swagger';
import {
  EmailField,
  INVITATION_STATUSES,
  type InvitationStatus,
  MailedTokenField,
  NameField,
  NewPasswordField,
  UsernameField,
} from '../auth/index.js';
import { ACCOUNT_ROLES, type AccountRole } from '../platform/access/roles.rules.js';
import { isOneOf } from '../platform/http/index.js';
import { RequiredField } from '../platform/http/request-fields.js';
import { Field, LocalTime } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';

const RoleField = () =>
  RequiredField(isOneOf(ACCOUNT_ROLES), { enum: ACCOUNT_ROLES, description: 'Role in the account' });

export class MemberView {
  @Field('Number of the login', { example: 12 }) id!: number;
  @ApiProperty({ example: 'siti' }) username!: string;
  @Field('Name of the member', { example: 'Siti' }) name!: string;
  @Field('Email address of the member', { example: 'siti@example.com' }) email!: string;
  @Field('Role in the account', { enum: ACCOUNT_ROLES }) role!: AccountRole;
  @Field('true: the member who sent this request') current!: boolean;
  @LocalTime('When the member joined') joined_at!: string;
}

export class MemberRoleDto extends ConfirmedDto {
  @RoleField() role!: AccountRole;
}

export class InviteMemberDto extends ConfirmedDto {
  @EmailField() email!: string;
  @RoleField() role!: AccountRole;
}

export class MemberInvitationView {
  @Field('Number of the invitation', { example: 12 }) id!: number;
  @Field('Who was invited', { example: 'siti@example.com' }) email!: string;
  @Field('Role of the new login', { enum: ACCOUNT_ROLES }) role!: AccountRole;
  @Field('Only an open invitation can be accepted or revoked', { enum: INVITATION_STATUSES })
  status!: InvitationStatus;
  @LocalTime('When it was created') created_at!: string;
  @LocalTime('When its link expires') expires_at!: string;
}

const TokenField = () => MailedTokenField('Token from the invitation mail', 'invitation_invalid');

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
  @Field('The address that the login will have', { example: 'siti@example.com' }) email!: string;
  @Field('Role of the new login', { enum: ACCOUNT_ROLES }) role!: AccountRole;
  @Field('Username of the account', { example: 'tokobudi' }) account!: string;
}
