import type { Fallback } from './second-channel.js';
import { SECOND_MS } from './time.js';

/** How the device of a send is chosen. `judged`: as in Sandi; the others: as in typical scripts. */
export interface Strategy {
  name: string;
  choice: 'judged' | 'round_robin' | 'random';
  /** Whether devices have the limits that Sandi gives a personal account. */
  hasCaps: boolean;
  /** Default: WhatsApp only. */
  fallback?: Fallback;
}

export const OURS: Strategy = { name: 'ours', choice: 'judged', hasCaps: true };
export const ROUND_ROBIN: Strategy = { name: 'round robin', choice: 'round_robin', hasCaps: false };

/** The compared strategies. Some have only Sandi's caps or only its choice, to show what each contributes. */
export const STRATEGIES: readonly Strategy[] = [
  OURS,
  ROUND_ROBIN,
  { name: 'random', choice: 'random', hasCaps: false },
  { name: 'round robin, our caps', choice: 'round_robin', hasCaps: true },
  { name: 'random, our caps', choice: 'random', hasCaps: true },
  { name: 'ours without caps', choice: 'judged', hasCaps: false },
];

const withSms = (strategy: Strategy, afterSeconds?: number): Strategy => ({
  ...strategy,
  name: `${strategy.name}, SMS ${afterSeconds === undefined ? 'if refused' : `after ${afterSeconds} s`}`,
  fallback: afterSeconds === undefined ? {} : { afterMs: afterSeconds * SECOND_MS },
});

/** The compared strategies with and without a second channel. */
export const FALLBACKS: readonly Strategy[] = [
  OURS,
  withSms(OURS),
  withSms(OURS, 30),
  withSms(OURS, 60),
  withSms(OURS, 120),
  ROUND_ROBIN,
  withSms(ROUND_ROBIN),
  withSms(ROUND_ROBIN, 30),
];
