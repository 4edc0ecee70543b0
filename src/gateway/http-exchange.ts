import type { Dispatcher } from 'undici';

interface ExchangeAnswer {
  status: number;
  body: Buffer;
}

/**
 * One request and whether any byte of it can have reached the gateway. Error codes do not show it (ECONNRESET occurs
 * before and after). undici calls `onRequestStart` after the connection and TLS are established and before it writes.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<ExchangeAnswer>;
  private resolve!: (answer: ExchangeAnswer) => void;
  private reject!: (error: unknown) => void;
  private controller: Dispatcher.DispatchController | undefined;
  private isOver = false;
  private status = 0;
  private size = 0;
  private readonly chunks: Buffer[] = [];

  constructor(private readonly answerBytesMax: number) {
    this.answer = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  /** True after a failure if no byte was written. */
  get isProvablyUnsent(): boolean {
    return this.controller === undefined;
  }

  giveUp(code: string): void {
    const error = failure(code);
    this.isOver = true;
    this.controller?.abort(error);
    this.reject(error);
  }

  /** If this throws, nothing is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici may retry on a new connection, but a message must not be sent twice, nor after `giveUp`.
    if (this.isOver || this.controller) throw failure('ECONNRESET');
    this.controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length;
    this.chunks.push(chunk);
    if (this.size > this.answerBytesMax) this.giveUp('ERR_BAD_RESPONSE');
  }

  onResponseEnd(): void {
    this.resolve({ status: this.status, body: Buffer.concat(this.chunks) });
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.reject(error);
  }
}

const failure = (code: string) => Object.assign(new Error(code), { code });
