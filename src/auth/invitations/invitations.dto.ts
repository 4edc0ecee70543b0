import { isText } from '../../platform/http/index.js';
import { PageOf, RequiredField } from '../../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { EmailField } from '../auth.dto.js';

export class InviteDto {
  @EmailField() email!: string;
}

export class InvitationTokenDto {
  @RequiredField(
    isText(1, 200),
    {
      example: 'q3Yk1m9c0VtQZz0m8a3fJrS9k2l7u5w4x6y8z0A1B2C',
      maxLength: 200,
      description: 'From the mail of the invitation',
    },
    'invitation_invalid',
  )
  invitation!: string;
}

export const INVITATION_STATUSES = ['open', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

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
