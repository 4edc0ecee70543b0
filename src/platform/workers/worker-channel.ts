import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

interface Message {
  sandi: 'ask' | 'tell';
  id: number;
  text?: string;
}

/** The parts of `Worker` that both the primary and the worker use. */
export type IpcChannel = Pick<Worker, 'send' | 'on'>;

/**
 * One end of the IPC channel between primary and worker: requests the other end's metrics, and responds with `ownText`
 * (in the primary, the metrics of all workers).
 */
export class WorkerChannel {
  private id = 0;
  private asking: Promise<string | undefined> | undefined;
  private onText: ((text: string) => void) | undefined;

  constructor(
    private readonly channel: IpcChannel,
    private readonly ownText: () => Promise<string>,
  ) {
    channel.on('message', (message: Message | null) => void this.onMessage(message));
  }

  /** The other end's text; `undefined` after the deadline. Concurrent callers share one request. */
  ask(deadlineMs: number): Promise<string | undefined> {
    this.asking ??= this.askOnce(deadlineMs).finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async askOnce(deadlineMs: number): Promise<string | undefined> {
    const giveUp = new AbortController();
    const late = sleep(deadlineMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
    const answer = new Promise<string>((resolve) => (this.onText = resolve));
    this.send({ sandi: 'ask', id: ++this.id });
    const text = await Promise.race([answer, late]);
    giveUp.abort();
    return text;
  }

  private async onMessage(message: Message | null): Promise<void> {
    if (message?.sandi === 'tell' && message.id === this.id) this.onText?.(message.text ?? '');
    if (message?.sandi !== 'ask') return;
    const text = await this.ownText().catch(() => '');
    this.send({ sandi: 'tell', id: message.id, text });
  }

  /** The message is lost if the other end has ended; then the request times out. */
  private send(message: Message): void {
    this.channel.send(message, () => undefined);
  }
}
