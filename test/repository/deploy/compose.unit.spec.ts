import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sections } from '../../../src/config/index.js';
import { misspelledVariables } from '../../../src/config/misspelled-variables.js';

interface Service {
  image: string;
  profiles?: string[];
  restart?: string;
  read_only?: boolean;
  mem_limit?: string;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  environment: Record<string, string>;
  entrypoint?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  logging?: { driver: string; options: Record<string, string> };
}

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const text = read('compose.yaml');
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
const service = (name: string) => services[name] as Service;

describe('compose.yaml', () => {
  it('starts the simulator for a demonstration only, and needs it nowhere', () => {
    const always = Object.keys(services).filter((name) => !services[name]?.profiles);
    expect(always.toSorted()).toEqual(['mariadb', 'redis', 'sandi']);
    expect(service('simulator').profiles).toEqual(['demo']);
    expect(service('sandi').depends_on?.['simulator']).toEqual({
      condition: 'service_healthy',
      required: false,
    });
    expect(service('sandi').environment['GATEWAY_URL']).toBe('${GATEWAY_URL:-}');
  });

  it('bounds the memory of each that stays up, starts it again, and asks after its health', () => {
    for (const name of ['sandi', 'mariadb', 'redis', 'simulator'])
      expect(service(name)).toMatchObject({ restart: 'unless-stopped', mem_limit: expect.any(String) });
    for (const name of ['mariadb', 'redis', 'simulator']) expect(service(name).healthcheck).toBeDefined();
    expect(read('Dockerfile')).toMatch(/^HEALTHCHECK /m);
    for (const name of ['sandi', 'simulator']) expect(service(name).read_only).toBe(true);
  });

  it('bounds the log of every container', () => {
    for (const name of Object.keys(services))
      expect(service(name).logging).toEqual({
        driver: 'json-file',
        options: { 'max-size': '10m', 'max-file': '5' },
      });
  });

  it('hands variables to the service that it knows, and what is for compose only stops no boot', () => {
    const known = new Set(
      sections()
        .flatMap(({ variables }) => variables)
        .map(({ name }) => name),
    );
    expect(Object.keys(service('sandi').environment).filter((name) => !known.has(name))).toEqual([]);
    const mentioned = [...text.matchAll(/\$\{(\w+)/g), ...text.matchAll(/\b([A-Z]+_[A-Z]+)=/g)];
    const inDotEnv = Object.fromEntries(mentioned.map(([, name = '']) => [name, 'x']));
    expect(Object.keys(inDotEnv)).toContain('BACKUP_KEEP');
    expect(misspelledVariables(inDotEnv)).toEqual([]);
  });

  it('takes every secret as a file', () => {
    const extra = parse(read('deploy/compose.secrets.yaml')) as {
      services: { sandi: { environment: Record<string, string>; secrets: string[] } };
      secrets: Record<string, { file: string }>;
    };
    const { environment, secrets } = extra.services.sandi;
    expect(secrets).toEqual(Object.keys(extra.secrets));
    expect(environment).toEqual(
      Object.fromEntries(secrets.map((name) => [`${name.toUpperCase()}_FILE`, `/run/secrets/${name}`])),
    );
  });

  it('makes its backups by the script that the tests restore from, with the programs of its own server', () => {
    const { image, entrypoint, volumes, profiles } = service('backup');
    expect(image).toBe(service('mariadb').image);
    expect(entrypoint).toEqual(['/bin/sh', '/backup.sh']);
    expect(volumes).toContain('./deploy/mariadb/backup.sh:/backup.sh:ro');
    expect(profiles).toEqual(['backup']);
  });
});
