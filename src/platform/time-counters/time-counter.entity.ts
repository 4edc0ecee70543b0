import { Entity } from 'typeorm';
import { Count, KeyText } from '../database/index.js';

/** How often something happened within a minute or an hour, over all processes. */
@Entity('tallies')
export class TimeCounter {
  /** The counted thing, such as `sends` or `webhook:7`. */
  @KeyText(40) subject!: string;
  /** The minute (`2026-01-31T06:46`) or hour (`2026-01-31T06`) in UTC. All periods of a subject are of one kind. */
  @KeyText(16) period!: string;
  @KeyText(30) name!: string;
  @Count() times!: number;
}
