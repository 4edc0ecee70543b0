import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../platform/database/index.js';

/** When an account may next be mailed about one kind of trouble with its hooks. */
@Entity('hook_alerts')
export class HookAlert {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(40) trouble!: string;
  @Moment() quietUntil!: Date;
}
