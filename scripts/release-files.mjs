// `npm run release:files`: what a release is published with, made from the tag at HEAD into dist/release/: the source,
// an SBOM (CycloneDX) of what it is built from (the dashboard's pages hold what npm calls development packages), where the source comes from (an in-toto statement with SLSA's
// provenance, unsigned: the hosted workflow signs), and the checksums of all three.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = join('dist', 'release');
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const tag = `v${version}`;
const commit = read('git', ['rev-parse', 'HEAD']);
if (read('git', ['tag', '--points-at', 'HEAD', '--list', tag]) !== tag) {
  process.stderr.write(`release:files: HEAD is not ${tag}\n`);
  process.exit(1);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const source = archive();
const files = [source, sbom(), provenance(source)];
write('SHA256SUMS', files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join(''));
process.stdout.write(`${FOLDER}: ${files.map((file) => basename(file)).join(', ')}, SHA256SUMS\n`);

/** Git makes the same bytes of the same commit again, so anyone can compare. */
function archive() {
  const file = join(FOLDER, `${name}-${version}.tar.gz`);
  const prefix = `--prefix=${name}-${version}/`;
  execFileSync('git', ['archive', '--format=tar.gz', prefix, `--output=${file}`, commit]);
  return file;
}

function sbom() {
  const bom = JSON.parse(
    read('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']),
  );
  // npm takes the folder's name.
  bom.metadata.component.name = name;
  return writeJson(`${name}-${version}.cdx.json`, bom);
}

function provenance(file) {
  const startedOn = read('git', ['show', '--no-patch', '--format=%cI', commit]);
  return writeJson(`${name}-${version}.provenance.json`, {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: basename(file), digest: { sha256: sha256(file) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `urn:${name}:git-archive:v1`,
        externalParameters: { tag },
        resolvedDependencies: [{ uri: `git+urn:${name}@refs/tags/${tag}`, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: `urn:${name}:release-script:v1` }, metadata: { startedOn } },
    },
  });
}

function writeJson(file, content) {
  return write(file, `${JSON.stringify(content, null, 2)}\n`);
}

function write(file, text) {
  const path = join(FOLDER, file);
  writeFileSync(path, text);
  return path;
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function read(program, args) {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
}
