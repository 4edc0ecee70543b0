// In the image, after `npm prune --omit=dev`: takes out of node_modules what no running service reads. That is the
// types and maps of libraries, the compiler that some of them name, and what native code was built from. Code and
// licences stay.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOR_TYPES = ['typescript', '@types'];
const UNREAD = /\.(?:[cm]?ts|map)$/;
const NATIVE_SOURCES = ['deps', 'src'];

slim('node_modules');

function slim(folder) {
  const isNative = existsSync(join(folder, 'binding.gyp'));
  if (isNative) for (const name of NATIVE_SOURCES) remove(join(folder, name));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (FOR_TYPES.includes(entry.name) && folder.endsWith('node_modules')) remove(path);
    else if (isNative && entry.name === 'build') slimBuild(path);
    else if (entry.isDirectory()) slim(path);
    else if (UNREAD.test(entry.name)) remove(path);
  }
}

/** Of what the compiler wrote, only what is loaded. */
function slimBuild(folder) {
  for (const name of readdirSync(folder)) if (name !== 'Release') remove(join(folder, name));
  const release = join(folder, 'Release');
  for (const name of readdirSync(release)) if (!name.endsWith('.node')) remove(join(release, name));
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}
