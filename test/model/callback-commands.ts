import fc from 'fast-check';
import { expect } from 'vitest';
import { OUTCOME_STATUSES, type OutcomeStatus } from '../../src/otp/status.rules.js';
import { signedCallback, statusEvent } from '../callbacks/signed-callback.js';
import type { Model, ModelMessage } from './model.js';
import type { ModelCommand } from './send-commands.js';
import type { Run } from './world.js';

interface Report {
  status: OutcomeStatus;
  /** Whether the gateway names our reference. */
  named: boolean;
  copies: 1 | 2;
}

/** The gateway reports on a message that it took, in whatever order, perhaps twice at once. */
class Callbacks implements ModelCommand {
  /** @param back which of the messages that the gateway took, counted from the newest */
  constructor(
    private readonly back: number,
    private readonly reports: Report[],
  ) {}

  check = (model: Readonly<Model>) => this.pick(model) !== undefined;

  async run(model: Model, run: Run): Promise<void> {
    const message = this.pick(model) as ModelMessage;
    for (const report of this.reports) await this.tell(model, run, message, report);
  }

  private async tell(model: Model, run: Run, message: ModelMessage, report: Report): Promise<void> {
    const { status, named, copies } = report;
    const event = statusEvent(message.gatewayId ?? '', status, named ? (message.reference ?? '') : undefined);
    const { api, clock, config } = run.service;
    const callback = signedCallback(event, config.webhookSecrets[0] ?? '', clock.now());
    const post = () => api.post('/api/webhook/gateway', undefined, callback);
    const answers = await Promise.all(Array.from({ length: copies }, post));
    for (const answer of answers) expect(answer).toAnswer(200);
    if (!message.idKnown && !named) {
      // Nobody can tell whose it is: it waits until the id is known.
      if (!message.waiting.has(status)) message.waiting.set(status, model.now);
      return;
    }
    message.idKnown = true;
    model.settle(message, status);
    model.applyWaiting(message);
  }

  private pick({ messages }: Readonly<Model>): ModelMessage | undefined {
    return messages.filter(({ takenByGateway }) => takenByGateway).at(-1 - this.back);
  }

  toString = () => `callbacks(${this.back} back, ${JSON.stringify(this.reports)})`;
}

const report = fc.record({
  status: fc.constantFrom(...OUTCOME_STATUSES),
  named: fc.boolean(),
  copies: fc.constantFrom<1 | 2>(1, 1, 2),
});

export const callbackCommands: fc.WeightedArbitrary<ModelCommand>[] = [
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 0, 1, 2), fc.array(report, { minLength: 1, maxLength: 3 }))
      .map(([back, reports]) => new Callbacks(back, reports)),
  },
];
