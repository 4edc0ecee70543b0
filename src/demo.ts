import 'reflect-metadata';
import { demoFault, demoLines, readDemo } from './bootstrap/index.js';
import { type Config, loadConfig } from './config/index.js';
import { runProgram } from './platform/process/program.js';

/** `npm run demo`: prints the last lines of `npm start` again. The administrator's password is stored nowhere. */
async function main(): Promise<number> {
  const config = loadConfig(process.env);
  const demo = config.isEmbedded ? readDemo(config.DATA_DIR) : undefined;
  if (demo === undefined) {
    const where = config.isEmbedded
      ? `There is no demo.json in ${config.DATA_DIR}`
      : 'This is not the embedded default';
    process.stderr.write(
      `${where}: \`npm start\` makes the demo account there, on an SQLite file and with its simulator.\n`,
    );
    return 1;
  }
  for (const line of [...demoLines(config.publicUrl, demo), administratorLine(config)])
    process.stdout.write(`${line}\n`);
  const fault = await demoFault(config.publicUrl, demo);
  if (fault !== undefined) process.stderr.write(`\n${fault}\n`);
  return fault === undefined ? 0 : 1;
}

function administratorLine({ ADMIN_USERNAME: username, ADMIN_PASSWORD: given }: Config): string {
  const password = given ? 'ADMIN_PASSWORD of its first start' : 'the password that its first start showed';
  return `Administrator: ${username} / ${password}; a new one: npm run accounts -- reset-password ${username}`;
}

runProgram(main);
