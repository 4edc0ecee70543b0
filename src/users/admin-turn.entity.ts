import { Entity } from 'typeorm';
import { Count, KeyRef } from '../platform/database/index.js';

/**
 * One row. Whoever may take away an administrator writes it first, so that they go one after the other; a lock that
 * only reads would not hold between the nodes of a Galera cluster.
 */
@Entity('admin_turns')
export class AdminTurn {
  @KeyRef() id!: number;
  @Count() taken!: number;
}
