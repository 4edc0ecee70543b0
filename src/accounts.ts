import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AccountCommands, type Command, COMMANDS, ShellModule } from './auth/index.js';
import { loadConfig } from './config/index.js';
import { createLogger, Metrics } from './platform/observability/index.js';
import { argumentsOf, explainUsage, runProgram } from './platform/process/program.js';
import { DatabaseClock } from './platform/time/database-clock.js';
import { erasePhone, ErasePhoneModule } from './privacy/index.js';

const ERASE_PHONE = 'erase-phone';
/** The most characters that are read from standard input. */
const INPUT_MAX = 200;

const USAGE = `npm run accounts -- <what> <name>, in the image: sandi accounts <what> <name>

unlock <name>                forgets the wrong passwords that close the account
reset-password <name>        makes a new password, shows it once, and ends the account's sessions
make-admin <name>            makes an administrator of the account
remove-second-factor <name>  for an owner without phone and recovery codes; ends the account's sessions
erase-phone                  erases all about the phone that standard input has: npm run accounts -- erase-phone < file
<name> is a username or an email. The service may be running. Each is noted in the audit log.
Exits with 0 when it is done, 1 when it could not be, 2 for wrong arguments.
`;

async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === undefined) return explainUsage(USAGE);
  const config = loadConfig(process.env);
  // Imported only after loadConfig(), since ormconfig itself reads DATABASE_URL.
  const { schema } = await import('../ormconfig.js');
  const clock = new DatabaseClock();
  const logger = createLogger('silent');
  const options = { config, clock, logger, metrics: new Metrics(), schema };
  const shell = ShellModule.forRoot(config, options);
  const module =
    asked === ERASE_PHONE ? { ...shell, imports: [...(shell.imports ?? []), ErasePhoneModule] } : shell;
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    const { isDone, text } =
      asked === ERASE_PHONE
        ? await erasePhone(app, await readStandardInput())
        : await runCommand(app.get(AccountCommands), asked);
    (isDone ? process.stdout : process.stderr).write(`${text}\n`);
    return isDone ? 0 : 1;
  } finally {
    await app.close();
  }
}

async function runCommand(commands: AccountCommands, { command, name }: AccountCommand) {
  const { kind, text } = await commands.run(command, name);
  return { isDone: kind === 'done', text };
}

/** Reads the phone from standard input: an argument would stay in the shell's history and in the list of processes. */
async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > INPUT_MAX) break;
  }
  return text;
}

interface AccountCommand {
  command: Command;
  name: string;
}

function readArguments(): AccountCommand | typeof ERASE_PHONE | undefined {
  const [what, name, ...others] = argumentsOf({ allowPositionals: true })?.positionals ?? [];
  if (what === ERASE_PHONE) return name === undefined ? ERASE_PHONE : undefined;
  const command = COMMANDS.find((each) => each === what);
  return command && name && others.length === 0 ? { command, name } : undefined;
}

runProgram(main);
