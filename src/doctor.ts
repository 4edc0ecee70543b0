import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from './config/index.js';
import {
  bad,
  type Finding,
  lineOf,
  type ReportFinding,
  runChecks,
  summaryOf,
} from './operations/doctor/index.js';
import { runProgram } from './platform/process/program.js';
import { VERSION } from './platform/process/project.js';
import { Phone } from './platform/text/phone.rules.js';

const USAGE = `npm run doctor [-- --to <phone>], in the image: sandi doctor [--to <phone>]

Checks everything that a send depends on and says how to fix what is wrong. It leaves nothing behind: the row that
proves that the database can be written to is deleted at once.
--to 0812…   in the end, sends one real code there, through the first device that is connected; nobody pays for it
Exits with 0 when all is well, 1 when there is a problem, 2 for wrong arguments.
`;

async function main(): Promise<number> {
  let asked: { to?: Phone; help: boolean };
  try {
    asked = readArguments();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (!asked.help) return diagnose(asked.to);
  process.stdout.write(USAGE);
  return 0;
}

async function diagnose(to?: Phone): Promise<number> {
  const findings: Finding[] = [];
  const report: ReportFinding = (name, finding) => {
    findings.push(finding);
    process.stdout.write(lineOf(name, finding));
  };
  process.stdout.write(`Sandi ${VERSION}\n`);
  try {
    const config = loadConfig(process.env);
    // Imported only after loadConfig(), since ormconfig itself reads DATABASE_URL.
    const { schema } = await import('../ormconfig.js');
    await runChecks({ config, schema, to, report });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems)
      report('configuration', bad(problem, 'Fix that first: nothing else was checked.'));
  }
  process.stdout.write(`\n${summaryOf(findings)}`);
  return findings.some(({ result }) => result === 'bad') ? 1 : 0;
}

/** Throws if the arguments do not match USAGE. */
function readArguments(): { to?: Phone; help: boolean } {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const to = values.to === undefined ? undefined : Phone.parse(values.to);
  if (values.to !== undefined && !to) throw new Error('--to takes a number such as 081234567890');
  return { to, help: values.help ?? false };
}

runProgram(main, {
  explain: (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
