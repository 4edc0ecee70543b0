import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What the command lines of the bench and its simulations have in common. */

/** What the command line asked for is not possible. */
export class OptionError extends Error {}

/** The values of a command line; fails with {@link OptionError} where it has others, or one without its value. */
export function valuesOf<const Known extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Known,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

/** A whole number within bounds, of an option's text. */
export function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new OptionError(`--${name} must be a whole number from ${min} to ${max}`);
  return value;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs a command with the arguments of this process, or says how it is used. */
export function runCommand(usage: string, run: (args: readonly string[]) => void): void {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return print(usage.trimEnd());
  try {
    run(args);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
