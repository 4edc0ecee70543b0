import type { Accepted, MessageStatus } from './log.js';

const WIDTH = 56;

const TICKS = { sent: '✓ ', delivered: '✓✓', failed: '✗ ' } as const satisfies Record<MessageStatus, string>;

/** A message as the recipient's phone would show it, several lines. */
export function bubble(message: Accepted): string {
  const time = new Date(message.at).toTimeString().slice(0, 5);
  return [
    `╭─ ${message.to} ${'─'.repeat(Math.max(1, WIDTH - message.to.length - 3))}`,
    ...printable(message.text)
      .split('\n')
      .flatMap(wrap)
      .map((line) => `│ ${line}`.trimEnd()),
    `╰─ ${time} ── ${message.id}`,
  ].join('\n');
}

/** The ticks under a message, as a callback goes out: one line. */
export function ticks(message: Accepted, status: MessageStatus, error: string | null): string {
  const reason = error === null ? '' : `: ${printable(error)}`;
  return `   ${TICKS[status]} ${message.to} ${status}${reason} (${message.id})`;
}

/** Without control, format and line-separating characters: a text must not steer the terminal that shows it. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n]|[\u2028\u2029]/gu, '·');
}

/** Breaks a line at spaces where it can, so that none is longer than the bubble. */
function wrap(line: string): string[] {
  return line.match(new RegExp(`.{1,${WIDTH}}(?:\\s|$)|.{1,${WIDTH}}`, 'gu')) ?? [''];
}
