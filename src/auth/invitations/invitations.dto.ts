import { PageOf } from '../../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { EmailField, MailedTokenField } from '../auth.dto.js';
import { INVITATION_STATUSES, type InvitationStatus } from './invitation-status.js';

export class InviteDto {
  @EmailField() email!: string;
}

export class InvitationTokenDto {
  @MailedTokenField('Token from the invitation mail', 'invitation_invalid') invitation!: string;
}

export class InvitationView {
  @Field('Number of the invitation', { example: 12 }) id!: number;
  @Field('The invited address, which the account gets', { example: 'budi@example.com' }) email!: string;
  @Field('Only an open invitation can be used or revoked', { enum: INVITATION_STATUSES })
  status!: InvitationStatus;
  @Field('The administrator who invited', { example: 1 }) invited_by!: number;
  @OrNull('integer', 'The account that was created with it') user_id!: number | null;
  @LocalTime('When it was created') created_at!: string;
  @LocalTime('When its link expires') expires_at!: string;
}

export class InvitationPage extends PageOf(InvitationView) {}

export class InvitationPreview {
  @Field('The address that the account will have', { example: 'budi@example.com' }) email!: string;
}
