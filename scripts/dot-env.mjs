/** `.env` of the current folder, for what `npm run` starts; what the environment itself sets wins. */
export function readDotEnv() {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if (error.code === 'ENOENT') return;
    process.stderr.write(`.env cannot be read: ${error.message}\n`);
    process.exit(1);
  }
}
