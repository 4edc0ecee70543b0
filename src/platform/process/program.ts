import { parseArgs, type ParseArgsConfig } from 'node:util';

interface ProgramOptions {
  failure?: number;
  explain?: (error: unknown) => string;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs a command-line program and exits with its code. Unwritable output counts as a failure. */
export function runProgram(
  main: () => Promise<number>,
  { failure = 1, explain = messageOf }: ProgramOptions = {},
): void {
  process.stdout.on('error', ({ message }: Error) => {
    process.stderr.write(`The output was not written: ${message}\n`);
    process.exit(failure);
  });
  process.stderr.on('error', () => undefined);
  // The callback runs after all output is written or has failed.
  const end = (code: number) => process.stdout.write('', (error) => process.exit(error ? failure : code));
  main().then(end, (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    end(failure);
  });
}

/** The arguments of the program; `undefined` if they are invalid. */
export function argumentsOf<const Form extends ParseArgsConfig>(form: Form) {
  try {
    return parseArgs(form);
  } catch {
    return undefined;
  }
}

/** Prints the usage, and returns the exit code for wrong arguments. */
export function explainUsage(usage: string): number {
  process.stderr.write(usage);
  return 2;
}
