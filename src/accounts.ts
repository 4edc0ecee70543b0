import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { AccountCommands, type Command, COMMANDS, ShellModule } from './auth/index.js';
import { loadConfig } from './config/index.js';
import { createLogger, Metrics } from './platform/observability/index.js';
import { runProgram } from './platform/process/program.js';
import { DatabaseClock } from './platform/time/database-clock.js';

const USAGE = `npm run accounts -- <what> <name>, in the image: sandi accounts <what> <name>

unlock <name>                forgets the wrong passwords that close the account
reset-password <name>        makes a new password, shows it once, and ends the account's sessions
make-admin <name>            makes an administrator of the account
remove-second-factor <name>  for an owner without phone and recovery codes; ends the account's sessions
<name> is a username or an email. The service may be running. Each is noted in the audit log.
Exits with 0 when it is done, 1 when it could not be, 2 for wrong arguments.
`;

async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const config = loadConfig(process.env);
  // Imported after loadConfig(): it reads DATABASE_URL by itself.
  const { schema } = await import('../ormconfig.js');
  const clock = new DatabaseClock();
  const logger = createLogger('silent');
  const module = ShellModule.forRoot(config, { config, clock, logger, metrics: new Metrics(), schema });
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    const { kind, text } = await app.get(AccountCommands).run(asked.command, asked.name);
    (kind === 'done' ? process.stdout : process.stderr).write(`${text}\n`);
    return kind === 'done' ? 0 : 1;
  } finally {
    await app.close();
  }
}

function readArguments(): { command: Command; name: string } | undefined {
  try {
    const [what, name, ...others] = parseArgs({ allowPositionals: true }).positionals;
    const command = COMMANDS.find((each) => each === what);
    return command && name && others.length === 0 ? { command, name } : undefined;
  } catch {
    return undefined;
  }
}

runProgram(main);
