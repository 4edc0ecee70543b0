// `npm run openapi:lint` and `npm run openapi:postman`, over the documents that `npm run openapi` wrote. Their programs
// have a lock file of their own and are installed when first asked for: nobody who runs the service needs them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOOLS = fileURLToPath(new URL('../tools/openapi', import.meta.url));
const DOCUMENTS = fileURLToPath(new URL('../dist/openapi', import.meta.url));
const COLLECTION = join(DOCUMENTS, 'sandi.postman_collection.json');

const commands = {
  lint() {
    const documents = readdirSync(DOCUMENTS)
      .filter((name) => /^[a-z]+\.json$/.test(name))
      .map((name) => join(DOCUMENTS, name));
    run('redocly', ['lint', ...documents, '--config', join(TOOLS, 'redocly.yaml')]);
    run('spectral', [
      'lint',
      ...documents,
      '--ruleset',
      join(TOOLS, 'spectral.yaml'),
      '--fail-severity=hint',
    ]);
  },
  postman() {
    const options = 'folderStrategy=Tags,parametersResolution=Example';
    const source = join(DOCUMENTS, 'integrator.json');
    run('openapi2postmanv2', ['-s', source, '-o', COLLECTION, '-p', '-O', options], 'ignore');
    process.stdout.write(`Wrote ${COLLECTION}\n`);
  },
};

const command = commands[process.argv[2] ?? ''];
if (!command) throw new Error(`One of: ${Object.keys(commands).join(', ')}`);
if (!existsSync(join(TOOLS, 'node_modules')))
  // In its folder, and not by --prefix, with which npm forgets the machine's own settings.
  execFileSync('npm', ['ci', '--ignore-scripts'], {
    cwd: TOOLS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
try {
  command();
} catch {
  process.exitCode = 1;
}

function run(program, args, stdout = 'inherit') {
  execFileSync(join(TOOLS, 'node_modules', '.bin', program), args, { stdio: ['ignore', stdout, 'inherit'] });
}
