// In the image, after `npm prune --omit=dev`: takes out of node_modules what no running service reads. That is the
// types and maps of libraries, the compiler that some of them name, what native code was built from, and binaries for
// other systems. Code and licences stay.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Headers and types. */
const FOR_BUILDS = ['typescript', '@types', 'node-addon-api'];
const UNREAD = /\.(?:[cm]?ts|map)$/;
const NATIVE_SOURCES = ['deps', 'src'];
/** `linux-x64.node`, and `linuxmusl-x64.node` on Alpine. */
const OWN_BINARY = new RegExp(`^${process.platform}(musl)?-${process.arch}[.]node$`);

slim('node_modules');

function slim(folder) {
  const isNative = existsSync(join(folder, 'binding.gyp'));
  if (isNative) for (const name of NATIVE_SOURCES) remove(join(folder, name));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (FOR_BUILDS.includes(entry.name) && folder.endsWith('node_modules')) remove(path);
    else if (isNative && entry.name === 'build') slimBuild(path);
    else if (isNative && entry.name === 'prebuilds') slimBinaries(path);
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

function slimBinaries(folder) {
  for (const name of readdirSync(folder)) if (!OWN_BINARY.test(name)) remove(join(folder, name));
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}
