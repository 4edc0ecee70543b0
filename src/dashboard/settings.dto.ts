import { ApiProperty } from '@nestjs/swagger';
import { OrNull } from '../platform/openapi/or-null.js';
import { type RegistrationMode, REGISTRATIONS } from '../users/index.js';

/** What the dashboard has to know before anyone has logged in. */
export class Settings {
  @ApiProperty({ example: '0.1.0' }) version!: string;
  @ApiProperty({ example: 'Asia/Jakarta', description: 'Time zone of the service' }) timezone!: string;
  @ApiProperty({ type: 'integer', example: 200, description: 'Credits a message' }) price!: number;
  @ApiProperty({ enum: ['IDR'] }) currency!: 'IDR';
  @ApiProperty({ type: 'integer', example: 10000, description: 'Credits of a new account' })
  signup_credit!: number;
  @ApiProperty({
    enum: REGISTRATIONS,
    description: 'Who may make an account: anyone, who was invited, or nobody',
  })
  registration!: RegistrationMode;
  @ApiProperty({ type: 'integer', example: 8, description: 'The fewest characters of a new password' })
  password_min!: number;
  @ApiProperty({
    enum: ['optional', 'required'],
    description: '`required`: live keys and top-ups wait for a verified address',
  })
  email_verification!: string;
  @OrNull('string', { description: 'Client id for Google logins; null: switched off' })
  google_client_id!: string | null;
}
