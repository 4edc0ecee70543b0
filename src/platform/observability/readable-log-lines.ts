import { LRUCache } from 'lru-cache';
import type { DestinationStream } from 'pino';
import { logOutput } from './log-output.js';

export type LogFormat = 'json' | 'short';

/** The most failures that wait for the line of their request. */
const FAILURES_MAX = 100;

const RED = 31;
const YELLOW = 33;
const LEVELS: Record<number, { word: string; colour?: number }> = {
  10: { word: 'trace: ' },
  20: { word: 'debug: ' },
  40: { word: 'warn: ', colour: YELLOW },
  50: { word: 'error: ', colour: RED },
  60: { word: 'fatal: ', colour: RED },
};

interface LogLine {
  level: number;
  time: number;
  msg?: string;
  err?: { message: string; stack?: string };
  [field: string]: unknown;
}

interface RequestLine extends LogLine {
  reqId: string;
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

/** A terminal gets readable lines by default. */
export function logDestination(format: LogFormat | undefined): DestinationStream | undefined {
  const chosen = format ?? (process.stdout.isTTY ? 'short' : 'json');
  if (chosen === 'json') return undefined;
  // hasColors() exists only on a terminal, and respects NO_COLOR.
  const coloured = process.stdout.isTTY && process.stdout.hasColors();
  return new ReadableLogLines((text) => logOutput().write(text), coloured);
}

/** pino's lines for a terminal: one per request, none for dashboard files. */
export class ReadableLogLines implements DestinationStream {
  /** Failure codes by request id. */
  private readonly failures = new LRUCache<string, string>({ max: FAILURES_MAX });

  constructor(
    private readonly print: (text: string) => void,
    private readonly coloured = false,
  ) {}

  write(json: string): void {
    const line = JSON.parse(json) as LogLine;
    const text = this.textOf(line);
    if (text === undefined) return;
    const colour = this.coloured ? LEVELS[line.level]?.colour : undefined;
    const time = new Date(line.time).toTimeString().slice(0, 8);
    this.print(`${time} ${colour ? `\u001b[${colour}m${text}\u001b[39m` : text}\n`);
  }

  private textOf(line: LogLine): string | undefined {
    if (isRequest(line)) return isOfFiles(line) ? undefined : this.requestText(line);
    const { level, time: _, msg, err, ...fields } = line;
    if (msg === 'request failed' && level <= 30) {
      this.noteFailure(line);
      return undefined;
    }
    const told = Object.entries(fields).map(([name, value]) => ` ${name}=${valueText(value)}`);
    return `${LEVELS[level]?.word ?? ''}${visible(msg ?? '')}${told.join('')}${err ? stackText(err) : ''}`;
  }

  private requestText({ reqId, method, route, status, durationMs }: RequestLine): string {
    const code = this.failures.get(reqId);
    this.failures.delete(reqId);
    return `${status} ${method} ${visible(route)} ${durationMs} ms${code ? ` ${code}` : ''}`;
  }

  private noteFailure({ reqId, code }: LogLine): void {
    this.failures.set(String(reqId), String(code));
  }
}

function isRequest(line: LogLine): line is RequestLine {
  return line.msg === 'request' && typeof line.route === 'string';
}

function isOfFiles({ route, status }: RequestLine): boolean {
  return status < 400 && (route === '(unknown)' || /\.\w+$/.test(route));
}

function valueText(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value));
}

function stackText({ message, stack }: { message: string; stack?: string }): string {
  // pino gives a failure without a stack an empty one.
  const lines = (stack || message).split('\n');
  return lines.map((line) => `\n  ${visible(line)}`).join('');
}

/** Replaces control characters, which texts from other systems may contain. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
