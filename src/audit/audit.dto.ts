import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, matches } from '../common/http/index.js';
import { PageQuery, toInteger } from '../common/page.js';
import { AUDIT_ACTIONS, isAuditAction, type AuditAction } from './actions.js';

const isOptional = (accepts: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || accepts(value);
const isWord = isOptional(matches(/^[\w.:-]{1,60}$/));

export class AuditQuery extends PageQuery {
  @ApiProperty({ required: false, type: 'integer', minimum: 1, description: 'user id administrator' })
  @Transform(toInteger)
  @Check('parameter_invalid', isOptional((value) => Number.isSafeInteger(value) && Number(value) > 0))
  actor_id?: number;

  @ApiProperty({ required: false, enum: AUDIT_ACTIONS, example: 'credit.adjust' })
  @Check('parameter_invalid', isOptional(isAuditAction))
  action?: AuditAction;

  @ApiProperty({ required: false, example: 'user:7' })
  @Check('parameter_invalid', isWord)
  target?: string;
}

export class AuditItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer', description: 'user id administrator' }) actor_id!: number;
  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'credit.adjust' }) action!: AuditAction;
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
