import { ApiProperty } from '@nestjs/swagger';

export class AuditItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer', description: 'user id administrator' }) actor_id!: number;
  @ApiProperty({ example: 'credit.adjust' }) action!: string;
  @ApiProperty({ example: 'user:7' }) target!: string;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) detail!: object | null;
  @ApiProperty({ format: 'uuid' }) request_id!: string;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
}

export class AuditPage {
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: [AuditItem] }) items!: AuditItem[];
}
