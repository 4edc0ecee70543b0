import type { Send } from './log.js';
import { type Random, seededRandom } from './random.js';
import {
  DEFAULT_SWITCHES,
  type Refusal,
  type Switches,
  type SwitchesPatch,
  withSwitches,
} from './switches.js';

/**
 * Decides how one send is treated: the switches returned lie over the standing ones, for this send alone.
 * Draws from `random` can be repeated with the same seed.
 */
export type Script = (send: Readonly<Send>, random: Random) => SwitchesPatch | null | undefined;

/** More scripted sends than this are surely a mistake of the test that queues them. */
const QUEUE_MAX = 100_000;

const BUSY: Refusal = { status: 503, error: 'device busy' };

/** How the next send is treated: by the queue first, else by the script, over the standing switches. */
export class Behaviours {
  private standing: Switches = { ...DEFAULT_SWITCHES };
  private queue: SwitchesPatch[] = [];
  private scripted: Script | null = null;
  private readonly random: Random;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  get switches(): Readonly<Switches> {
    return this.standing;
  }

  /** @throws SwitchError; nothing is changed then */
  behave(patch: unknown): void {
    this.standing = withSwitches(this.standing, patch);
  }

  /**
   * @param next a list queues behaviours for the next sends, one each; a function decides every send that no queued
   *   behaviour takes; null forgets both
   * @throws SwitchError when a behaviour of the list is wrong; nothing is queued then
   */
  script(next: readonly SwitchesPatch[] | Script | null): void {
    if (next === null) {
      this.queue = [];
      this.scripted = null;
    } else if (typeof next === 'function') {
      this.scripted = next;
    } else {
      for (const patch of next) withSwitches(this.standing, patch);
      if (this.queue.length + next.length > QUEUE_MAX)
        throw new RangeError(`more than ${QUEUE_MAX} behaviours`);
      this.queue.push(...next);
    }
  }

  /** The switches that this send meets. Takes one behaviour off the queue. */
  next(send: Send): Switches {
    const patch = this.queue.shift() ?? this.scripted?.(send, this.random);
    return patch ? withSwitches(this.standing, patch) : this.standing;
  }

  /** Whether the switches refuse a send, and how. */
  refusal(switches: Switches): Refusal | null {
    if (switches.disconnected) return { status: 503, error: 'device not connected' };
    const refusal = switches.refuse === 'never' ? BUSY : switches.refuse;
    if (switches.refuseRate > 0) return this.random() < switches.refuseRate ? refusal : null;
    return switches.refuse === 'never' ? null : refusal;
  }
}
