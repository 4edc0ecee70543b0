interface ProgramOptions {
  /** The exit code where it fails, or its output cannot be written. */
  failure?: number;
  /** What it says to standard error where it fails. */
  explain?: (error: unknown) => string;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Runs a program that ends by itself, with the exit code that it returns. Output that a full disk or a closed pipe does not
 * take ends it as a failure, without a stack.
 */
export function runProgram(
  main: () => Promise<number>,
  { failure = 1, explain = messageOf }: ProgramOptions = {},
): void {
  process.stdout.on('error', ({ message }: Error) => {
    process.stderr.write(`The output was not written: ${message}\n`);
    process.exit(failure);
  });
  process.stderr.on('error', () => undefined);
  // Its callback comes when all before it is written, or cannot be.
  const end = (code: number) => process.stdout.write('', (error) => process.exit(error ? failure : code));
  main().then(end, (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    end(failure);
  });
}
