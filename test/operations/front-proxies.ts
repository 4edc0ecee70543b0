import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { launch, type Service } from '../support/services/launch.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';

const DOMAIN = 'otp.example.com';
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** A file of ours with what an operator would put in place; a place that is not there is a fault of the test. */
function filledIn(text: string, places: Record<string, string>): string {
  return Object.entries(places).reduce((filled, [place, value]) => {
    if (!filled.includes(place)) throw new Error(`no ${place} in the configuration`);
    return filled.replaceAll(place, value);
  }, text);
}

/** A proxy on loopback by a configuration of deploy/, with a certificate made for it: no other server passes for it. */
export class FrontProxy {
  private readonly agent: Agent;

  private constructor(
    private readonly service: Service,
    certificate: string,
  ) {
    this.agent = agentFor(certificate);
  }

  /** @param upstreams host and port of each that stands behind */
  static async start(name: 'nginx' | 'caddy', ...upstreams: string[]): Promise<FrontProxy> {
    const keys = temporaryFolder('certificate');
    try {
      const certificate = makeCertificate(keys.path);
      const service = await launch({
        program: name,
        args: (folder, port) => {
          const file = join(folder, 'configuration');
          writeFileSync(file, CONFIGURATIONS[name]({ folder, port, upstreams, keys: keys.path }));
          return ARGUMENTS[name](folder, file);
        },
        env: (folder) => ({ PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder }),
        url: (port) => `https://127.0.0.1:${port}`,
        probe: async (url) => {
          const agent = agentFor(certificate);
          try {
            await request(`${url}/metrics`, { dispatcher: agent });
          } finally {
            await agent.close();
          }
        },
      });
      return new FrontProxy(service, certificate);
    } finally {
      // Both have read them by now.
      keys.remove();
    }
  }

  request(
    path: string,
    options: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {},
  ) {
    const headers = { host: DOMAIN, ...options.headers };
    return request(this.service.url + path, { ...options, dispatcher: this.agent, headers });
  }

  async stop(): Promise<void> {
    await this.agent.close();
    await this.service.stop();
  }
}

const agentFor = (ca: string) => new Agent({ connect: { ca, servername: DOMAIN } });

function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...[
        '-subj',
        `/CN=${DOMAIN}`,
        '-addext',
        `subjectAltName=DNS:${DOMAIN}`,
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ],
    { stdio: 'ignore' },
  );
  return readFileSync(certificate, 'utf8');
}

interface Place {
  folder: string;
  port: number;
  upstreams: string[];
  keys: string;
}

const CONFIGURATIONS = {
  nginx: ({ folder, port, upstreams, keys }: Place) => `
pid ${folder}/pid;
error_log stderr;
events {}
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
${filledIn(read('deploy/nginx/sandi.conf'), {
  'listen 80;': `listen unix:${folder}/plain.sock;`,
  'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
  'server 127.0.0.1:3000 max_fails=0;': upstreams.map((each) => `server ${each} max_fails=0;`).join('\n'),
  '/etc/ssl/certs/sandi.pem': `${keys}/certificate.pem`,
  '/etc/ssl/private/sandi.key': `${keys}/key.pem`,
})}
}
`,
  caddy: ({ port, upstreams, keys }: Place) => `
{
	admin off
	auto_https disable_redirects
	default_bind 127.0.0.1
}
${filledIn(read('deploy/caddy/Caddyfile'), {
  'otp.example.com {': `https://${DOMAIN}:${port} {\n\ttls ${keys}/certificate.pem ${keys}/key.pem`,
  'reverse_proxy 127.0.0.1:3000': `reverse_proxy ${upstreams.join(' ')}`,
})}
`,
};

const ARGUMENTS = {
  nginx: (folder: string, file: string) => [
    ...['-p', folder, '-c', file, '-e', join(folder, 'error.log')],
    ...['-g', 'daemon off; master_process off;'],
  ],
  caddy: (_folder: string, file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
};
