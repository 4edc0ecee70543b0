import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Shared code of the command lines of the bench and its simulations. */

/** An invalid option on the command line. */
export class OptionError extends Error {}

/** The values of the known options. Fails with {@link OptionError} for unknown options and missing values. */
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

/** Parses an option's text as a whole number within bounds. */
export function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new OptionError(`--${name} must be a whole number from ${min} to ${max}`);
  return value;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs a command with the arguments of this process; with `--help` prints its usage instead. */
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
