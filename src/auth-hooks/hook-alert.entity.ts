import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../platform/database/index.js';

/** Until when an account gets no further mail about one problem of its hooks. */
@Entity('hook_alerts')
export class HookAlert {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(40) trouble!: string;
  @Moment() quietUntil!: Date;
}
