import { ApiProperty } from '@nestjs/swagger';
import { isText } from '../../platform/http/index.js';
import { PageOf, RequiredField } from '../../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../../platform/openapi/response-fields.js';
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
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of the invitation' }) id!: number;
  @ApiProperty({ example: 'budi@example.com', description: 'Who was invited; the account has this address' })
  email!: string;
  @ApiProperty({ enum: INVITATION_STATUSES, description: 'Only an open one can be used or revoked' })
  status!: InvitationStatus;
  @ApiProperty({ type: 'integer', example: 1, description: 'The administrator who invited' })
  invited_by!: number;
  @OrNull('integer', { description: 'The account that was made with it' }) user_id!: number | null;
  @LocalTime({ description: 'When it was made' }) created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime({ description: 'When its link ends' }) expires_at!: string;
  @UtcTime() expires_at_utc!: string;
}

export class InvitationPage extends PageOf(InvitationView) {}

export class InvitationPreview {
  @ApiProperty({ example: 'budi@example.com', description: 'The address that the account will have' })
  email!: string;
}
