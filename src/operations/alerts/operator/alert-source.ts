import type { AlertKind, Sighting } from './kinds.rules.js';

/** All that a source sees at one moment; what it does not list is not the case. */
export interface Look {
  at: Date;
  sightings: Sighting[];
}

/** Where alerts come from. A new one is a kind in kinds.rules.ts, its words in alert-words.rules.ts, and a class in sources/. */
export abstract class AlertSource {
  abstract readonly kinds: readonly AlertKind[];
  /** Each of its looks is a finding: it need not hold for ALERT_AFTER_SECONDS first. */
  readonly isCertain: boolean = false;
  /** What it sees was found out before: it begins at once, and ends as any other. */
  readonly beginsAtOnce: boolean = false;
  /** `undefined`: nothing is known yet, neither that it is so nor that it is not. */
  abstract look(): Promise<Look | undefined>;
}
