import type { Accepted } from '../../simulator/gateway.js';
import type { RANK } from '../../src/otp/status.rules.js';
import type { Remains, Rows } from './database-rows.js';
import type { ClientRequest } from './requests.js';

/** All that is known from three sides: the clients, the gateway, the database. */
export interface Evidence {
  requests: readonly ClientRequest[];
  /** The gateway's log. */
  accepted: readonly Readonly<Accepted>[];
  /** Sends of a reference that the gateway had taken before. */
  repeats: number;
  /** By gateway id: the statuses whose callback was answered with 2xx before the rows were read. */
  reported: ReadonlyMap<string, readonly (keyof typeof RANK)[]>;
  rows: Rows;
  /** What the recovery did not come to, although it had its time. */
  remains: Remains;
  /** The blind index under which a phone is stored. */
  indexOf: (phone: string) => string;
  /** Nothing is under way any more: what is late by now is lost. */
  final: boolean;
}
