import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const STANDARD_OUTPUT = 1;
/** Buffer for a slow reader: some thousand lines. */
const WAITING_BYTES_MAX = 1 << 20;
const RETRY_MS = 50;
/** How long the exit may wait for a slow reader. */
const FLUSH_MS_MAX = 500;
const FLUSH_PAUSE_MS = 10;

const LINE_BREAK = Buffer.from('\n');

/** Returns the number of bytes written; throws like `fs.writeSync`. */
type WriteBytes = (bytes: Buffer) => number;

/** Writes log lines. Never throws or blocks: it drops and counts the lines that the disk, pipe or reader rejects. */
export class LogOutput implements DestinationStream {
  /** Lines that were not written. */
  dropped = 0;
  /** Lines for a slow reader; the first may be partly written. */
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The first waiting line is partly written. */
  private isPartial = false;
  /** The last line was cut: the next starts on a new line. */
  private isTorn = false;

  constructor(private readonly writeBytes: WriteBytes) {}

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.waitingBytes + bytes.length > WAITING_BYTES_MAX) {
      this.dropped++;
      return;
    }
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.timer === undefined && !this.drain()) this.retryLater();
  }

  /** For the exit: waits briefly for a slow reader, then drops the rest. */
  flushSync(): void {
    const untilMs = performance.now() + FLUSH_MS_MAX;
    while (!this.drain()) {
      if (performance.now() > untilMs) this.dropFirst();
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FLUSH_PAUSE_MS);
    }
  }

  private retryLater(): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.drain()) this.retryLater();
    }, RETRY_MS).unref();
  }

  /** False if the reader is too slow. */
  private drain(): boolean {
    for (let line = this.waiting[0]; line; line = this.waiting[0]) {
      try {
        if (!this.put(line)) return false;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
        this.dropFirst();
      }
    }
    return true;
  }

  /** False if nothing was written. */
  private put(line: Buffer): boolean {
    if (this.isTorn) this.writeBytes(LINE_BREAK);
    this.isTorn = false;
    const written = this.writeBytes(line);
    this.waitingBytes -= written;
    this.isPartial = written < line.length;
    if (this.isPartial) this.waiting[0] = line.subarray(written);
    else this.waiting.shift();
    return written > 0 || !this.isPartial;
  }

  private dropFirst(): void {
    this.waitingBytes -= this.waiting.shift()?.length ?? 0;
    this.isTorn ||= this.isPartial;
    this.isPartial = false;
    this.dropped++;
  }
}

let standardOutput: LogOutput | undefined;

export function logOutput(): LogOutput {
  if (standardOutput) return standardOutput;
  const output = new LogOutput((bytes) => writeSync(STANDARD_OUTPUT, bytes));
  process.on('exit', () => output.flushSync());
  return (standardOutput = output);
}

export const droppedLogLines = (): number => standardOutput?.dropped ?? 0;
