import { ApiProperty } from '@nestjs/swagger';
import { PageOf } from '../../platform/http/page.js';
import { LocalTime, UtcTime } from '../../platform/openapi/moments.js';
import { OrNull } from '../../platform/openapi/or-null.js';
import { AUDIT_ACTIONS, type AuditAction } from './actions.js';

const ACTED = ['owner', 'administrator', 'operator', 'unknown'] as const;

export class SecurityLogItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'signin.ok', description: 'What was done' })
  action!: AuditAction;
  @ApiProperty({ example: 'user:7', description: 'What was changed, such as api_key:3' }) target!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'What changed, by the action; null: nothing more to say',
  })
  detail!: object | null;
  @ApiProperty({
    enum: ACTED,
    description:
      'owner: a session or credential of this account; operator: at the shell of the server; unknown: a refused login',
  })
  by!: (typeof ACTED)[number];
  @OrNull('string', {
    example: '203.0.113.7',
    description: 'Also null for logins from too many addresses within an hour',
  })
  address!: string | null;
  @OrNull('string', {
    example: 'Mozilla/5.0 (X11; Linux x86_64)',
    description: 'User agent of the caller; null: not sent',
  })
  user_agent!: string | null;
  @ApiProperty({ type: 'integer', description: 'Equal logins within an hour are one entry' })
  times!: number;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime({ description: 'The last time' }) last_at!: string;
  @UtcTime() last_at_utc!: string;
}

export class SecurityLogPage extends PageOf(SecurityLogItem) {}
