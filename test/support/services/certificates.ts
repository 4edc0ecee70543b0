import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Authority {
  /** Its own certificate. */
  file: string;
  /** Makes a certificate that it signs, for names such as `DNS:localhost` and `IP:127.0.0.1`. */
  sign(name: string, ...subjects: string[]): { cert: string; key: string };
}

/** An authority of our own, by openssl, with all that it makes in `folder`. */
export function makeAuthority(folder: string, name = 'authority'): Authority {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const [file, authorityKey] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...fresh, '-keyout', authorityKey, '-out', file, '-subj', `/CN=${name}`);
  return {
    file,
    sign(of, ...subjects) {
      const [cert, key, request, names] = ['crt', 'key', 'csr', 'ext'].map((end) =>
        join(folder, `${name}-${of}.${end}`),
      ) as [string, string, string, string];
      openssl('req', ...fresh.slice(0, -2), '-keyout', key, '-out', request, '-subj', `/CN=${of}`);
      writeFileSync(names, `subjectAltName=${subjects.join(',')}`);
      const signer = ['-CA', file, '-CAkey', authorityKey, '-CAcreateserial', '-days', '2'];
      openssl('x509', '-req', '-in', request, '-out', cert, ...signer, '-extfile', names);
      return { cert, key };
    },
  };
}
