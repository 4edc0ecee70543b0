import { ApiProperty } from '@nestjs/swagger';
import { OrNull } from '../../common/openapi/or-null.js';

export class SessionView {
  @ApiProperty({ type: 'integer', example: 7 }) id!: number;
  @OrNull('string', {
    example: 'Chrome, Windows',
    description: 'Browser and system, or the name of a program; null: not known',
  })
  device!: string | null;
  @ApiProperty({ example: '203.0.113.7', description: 'Address of the last use' }) address!: string;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
  @ApiProperty({ example: '2026-01-31 13:45:00', description: 'Noted every five minutes at most' })
  last_used_at!: string;
  @ApiProperty({ example: '2026-02-01 01:45:00' }) expires_at!: string;
  @ApiProperty({ description: 'The session of this request' }) current!: boolean;
}
