import { PageOf } from '../../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { EmailField, MailedTokenField } from '../auth.dto.js';
import { INVITATION_STATUSES, type InvitationStatus } from './invitation-status.js';

export class InviteDto {
  @EmailField() email!: string;
}

export class InvitationTokenDto {
  @MailedTokenField('From the mail of the invitation', 'invitation_invalid') invitation!: string;
}

export class InvitationView {
  @Field('Number of the invitation', { example: 12 }) id!: number;
  @Field('Who was invited; the account has this address', { example: 'budi@example.com' }) email!: string;
  @Field('Only an open one can be used or revoked', { enum: INVITATION_STATUSES }) status!: InvitationStatus;
  @Field('The administrator who invited', { example: 1 }) invited_by!: number;
  @OrNull('integer', 'The account that was made with it') user_id!: number | null;
  @LocalTime('When it was made') created_at!: string;
  @LocalTime('When its link ends') expires_at!: string;
}

export class InvitationPage extends PageOf(InvitationView) {}

export class InvitationPreview {
  @Field('The address that the account will have', { example: 'budi@example.com' }) email!: string;
}
