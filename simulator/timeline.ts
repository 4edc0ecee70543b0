import type { CallbackBody, CallbackInFlight, CallbackOutcome, CallbackSender } from './callbacks.js';
import type { Timers } from './clock.js';
import { type Accepted, advance, type CallbackRecord, type MessageStatus, noteCallback } from './log.js';
import { ticks } from './phone.js';
import { newCallbackId } from './random.js';
import { reasonOf, type Switches } from './switches.js';
import type { Tasks } from './tasks.js';

/** One report on a message, and how many times at once it is sent. */
interface Step {
  status: MessageStatus;
  error: string | null;
  reason?: string;
  copies: number;
}

/** Leads accepted messages through their timeline: status, ticks on the phone, callbacks. */
export class Timelines {
  constructor(
    private readonly timers: Timers,
    private readonly tasks: Tasks,
    private readonly callbacks: CallbackSender,
    private readonly print: (text: string) => void,
  ) {}

  /** After the answer: each callback has ended, with its retries, before the next one's delay begins. */
  async run(message: Accepted, switches: Switches): Promise<void> {
    for (const step of stepsOf(switches)) {
      if (!(await this.timers.sleep(switches.callbackDelayMs))) return;
      await Promise.all(this.report(message, step).map((sent) => sent.outcome));
    }
  }

  /** Before the answer: waits for the first attempts only, so that a service that is down cannot hold the answer. */
  async runEarly(message: Accepted, switches: Switches): Promise<void> {
    for (const step of stepsOf(switches)) {
      const sent = this.report(message, step);
      for (const callback of sent) this.tasks.track(callback.outcome);
      await Promise.all(sent.map((callback) => callback.firstAttempt));
    }
  }

  /**
   * One callback by hand, for a message of the log or for an id that the simulator never gave out.
   *
   * @returns null when there is nowhere to send it
   */
  async byHand(
    id: string,
    message: Accepted | undefined,
    status: MessageStatus,
    error: string | null,
  ): Promise<CallbackOutcome | null> {
    if (this.callbacks.target === null) return null;
    if (message) {
      const [sent] = this.report(message, { status, error, copies: 1 });
      return sent ? sent.outcome : null;
    }
    const sent = this.callbacks.send({ event: 'message.status', payload: { id, status, error } });
    return sent ? sent.outcome : null;
  }

  private report(message: Accepted, step: Step): CallbackInFlight[] {
    const { status, error, reason, copies } = step;
    advance(message, status, error);
    this.print(ticks(message, status, error));
    const body: CallbackBody = {
      event: 'message.status',
      payload: { id: message.id, status, error, ...(reason && { reason }), reference: message.reference },
    };
    // Copies share their id: that is what a redelivery looks like.
    const callbackId = newCallbackId();
    const sent: CallbackInFlight[] = [];
    for (let copy = 0; copy < copies; copy += 1) {
      const callback = this.callbacks.send(body, callbackId);
      if (callback) sent.push(recorded(callback, noteCallback(message, status, error)));
    }
    return sent;
  }
}

function recorded(callback: CallbackInFlight, record: CallbackRecord): CallbackInFlight {
  const outcome = callback.outcome.then((result) => {
    record.attempts = result.attempts;
    record.answered = result.answered;
    return result;
  });
  return { firstAttempt: callback.firstAttempt, outcome };
}

function stepsOf(switches: Switches): Step[] {
  const copies = switches.callbackOrder === 'duplicate' ? 2 : 1;
  const sent: Step = { status: 'sent', error: null, copies };
  const steps: Record<Switches['timeline'], Step[]> = {
    none: [],
    sent: [sent],
    delivered: [sent, { status: 'delivered', error: null, copies }],
    failed: [sent, { status: 'failed', error: switches.failureText, ...reasonOf(switches), copies }],
  };
  const planned = steps[switches.timeline];
  return switches.callbackOrder === 'reversed' ? planned.reverse() : planned;
}
