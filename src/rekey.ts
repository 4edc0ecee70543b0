import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from './config/index.js';
import {
  nextStepText,
  Rekey,
  RekeyModule,
  remainingText,
  requiredFlags,
  sealedText,
} from './operations/rekey/index.js';
import { createLogger, Metrics } from './platform/observability/index.js';
import { argumentsOf, explainUsage, runProgram } from './platform/process/program.js';
import { DatabaseClock } from './platform/time/database-clock.js';

const USAGE = `npm run rekey -- [--drop-old-key [--forget-indexes] [--forget-lists]], in the image: sandi rekey …

Seals with the new key of DATA_KEY=new,old what is sealed with the old one, and says what still needs the old one.
The service may be running, and the program may be stopped and run again at any time.
--drop-old-key    then gives up the old key, unless something still needs it
--forget-indexes  also while messages can be found by their phone only with it: removes those indexes
--forget-lists    also while numbers on lists or restrictions stand under it alone: they end
Exits with 0 when it is done, 1 when it could not be, 2 for wrong arguments.
`;

const OPTIONS = {
  'drop-old-key': { type: 'boolean', default: false },
  'forget-indexes': { type: 'boolean', default: false },
  'forget-lists': { type: 'boolean', default: false },
} as const;

async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === undefined) return explainUsage(USAGE);
  const config = loadConfig(process.env);
  // Imported only after loadConfig(), since ormconfig itself reads DATABASE_URL.
  const { schema } = await import('../ormconfig.js');
  const common = {
    config,
    clock: new DatabaseClock(),
    logger: createLogger('silent'),
    metrics: new Metrics(),
  };
  const app = await NestFactory.createApplicationContext(RekeyModule.forRoot(config, { ...common, schema }), {
    logger: false,
    abortOnError: false,
  });
  try {
    return await run(app.get(Rekey), asked);
  } finally {
    await app.close();
  }
}

type Asked = Record<keyof typeof OPTIONS, boolean>;

async function run(rekey: Rekey, asked: Asked): Promise<number> {
  if (rekey.obstacle !== undefined) return say(process.stderr, rekey.obstacle, 1);
  const { counts, unreadable } = await rekey.reseal();
  say(process.stdout, sealedText(counts, unreadable));
  const left = await rekey.remaining();
  const text = remainingText(left);
  if (text) say(process.stdout, text);
  if (!asked['drop-old-key']) return say(process.stdout, nextStepText(left));
  const missing = requiredFlags(left).filter((flag) => !asked[flag.slice(2) as keyof Asked]);
  if (missing.length > 0) return say(process.stderr, nextStepText(left), 1);
  await rekey.drop({ forgetIndexes: asked['forget-indexes'], forgetLists: asked['forget-lists'] });
  return say(process.stdout, DROPPED);
}

const DROPPED =
  'The old key is given up. Set DATA_KEY to the new key alone and restart every instance; until then they run on with both.';

function say(stream: NodeJS.WriteStream, text: string, code = 0): number {
  stream.write(`${text}\n`);
  return code;
}

function readArguments(): Asked | undefined {
  const asked = argumentsOf({ options: OPTIONS })?.values;
  const forgets = asked?.['forget-indexes'] || asked?.['forget-lists'];
  return asked?.['drop-old-key'] || !forgets ? asked : undefined;
}

runProgram(main);
