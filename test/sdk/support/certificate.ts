import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One of `localhost`, which trusts itself. Needs `openssl`. */
export function makeCertificate(folder: string) {
  const options = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-addext', 'keyUsage=digitalSignature,keyCertSign'],
    ...['-keyout', 'key.pem', '-out', 'certificate.pem'],
  ];
  execFileSync('openssl', options, { cwd: folder, stdio: 'ignore' });
  const file = join(folder, 'certificate.pem');
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(file), file };
}
