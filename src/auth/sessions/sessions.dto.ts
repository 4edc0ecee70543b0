import { ApiProperty } from '@nestjs/swagger';
import { Field, LocalTime, OrNull, UtcTime } from '../../platform/openapi/response-fields.js';

export class SessionView {
  @ApiProperty({ type: 'integer', example: 7 }) id!: number;
  @OrNull('string', 'Browser and system, or the name of a program; null: not known', {
    example: 'Chrome, Windows',
  })
  device!: string | null;
  @Field('Address of the last use', { example: '203.0.113.7' }) address!: string;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime({ description: 'Noted every five minutes at most' }) last_used_at!: string;
  @UtcTime() last_used_at_utc!: string;
  @LocalTime({
    description: 'When the session ends',
  })
  expires_at!: string;
  @UtcTime() expires_at_utc!: string;
  @Field('The session of this request') current!: boolean;
}
