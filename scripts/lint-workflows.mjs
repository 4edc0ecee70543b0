// `npm run check:workflows`: actionlint over the workflows, built by Go. Without Go it is skipped, except under CI=true.
import { spawnSync } from 'node:child_process';

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';
const { error, status } = spawnSync('go', ['run', ACTIONLINT, '-shellcheck=', '-pyflakes='], {
  stdio: 'inherit',
});
if (error) process.stdout.write('check:workflows was skipped: install Go 1.18 or newer\n');
process.exitCode = error ? Number(process.env.CI === 'true') : status;
