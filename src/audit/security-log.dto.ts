import { ApiProperty } from '@nestjs/swagger';
import { PageOf } from '../common/page.js';
import { AUDIT_ACTIONS, type AuditAction } from './actions.js';

const ACTED = ['owner', 'administrator', 'operator', 'unknown'] as const;

export class SecurityLogItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'signin.ok' }) action!: AuditAction;
  @ApiProperty({ example: 'user:7', description: 'Yang diubah, misalnya api_key:3' }) target!: string;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) detail!: object | null;
  @ApiProperty({
    enum: ACTED,
    description:
      'owner: sesi atau kredensial akun ini; operator: di shell server; unknown: login yang ditolak',
  })
  by!: (typeof ACTED)[number];
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '203.0.113.7',
    description: 'null juga pada login dari terlalu banyak alamat dalam satu jam',
  })
  address!: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64)' })
  user_agent!: string | null;
  @ApiProperty({ type: 'integer', description: 'Login yang sama dalam satu jam menjadi satu entri' })
  times!: number;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
  @ApiProperty({ example: '2026-01-31 13:52:10', description: 'Kali terakhir' }) last_at!: string;
}

export class SecurityLogPage extends PageOf(SecurityLogItem) {}
