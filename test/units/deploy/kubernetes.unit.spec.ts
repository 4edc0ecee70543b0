import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Config } from '../../../src/config/index.js';
import { mistakenNames } from '../../../src/config/mistaken-names.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';
import { findKubectl, type Manifest, only, problemsOf, rendered } from './kubernetes.js';

const KUBERNETES = fileURLToPath(new URL('../../../deploy/kubernetes', import.meta.url));
const COMPOSE = fileURLToPath(new URL('../../../compose.yaml', import.meta.url));
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'JWT_SECRET', 'DATA_KEY', 'GATEWAY_WEBHOOK_SECRET'];
const kubectl = findKubectl();
const defaults = new Config();

describe.runIf(kubectl !== undefined)('deploy/kubernetes', () => {
  let folder: TemporaryFolder;
  let manifests: Manifest[];
  beforeAll(() => {
    folder = temporaryFolder('kubernetes');
    cpSync(KUBERNETES, folder.path, { recursive: true });
    const secrets = SECRETS.map((name) => `${name}=rahasia\n`).join('');
    writeFileSync(join(folder.path, 'example/secrets.env'), secrets);
    manifests = rendered(kubectl ?? '', join(folder.path, 'example'));
  });
  afterAll(() => folder.remove());

  const pod = () => only(manifests, 'apps/v1 Deployment').spec?.template.spec;
  const container = () => pod()?.containers[0];
  const settings = () => only(manifests, 'v1 ConfigMap').data ?? {};
  const seconds = (text: unknown) => Number.parseInt(String(text), 10);

  it('is what the API of Kubernetes takes', () => {
    expect(manifests.length).toBeGreaterThan(7);
    expect(problemsOf(manifests)).toEqual([]);
  });

  it('would be refused with a field that there is not, that is missing, or of another type', () => {
    const service = manifests.find(({ kind }) => kind === 'Service') as Manifest;
    const wrong = (spec: unknown) => problemsOf([{ ...service, spec } as Manifest]).join();
    expect(wrong({ port: [] })).toContain(`'"port"' does not exist`);
    expect(wrong({ ports: [{ name: 'http' }] })).toContain("'port' is missing");
    expect(wrong({ ports: [{ port: '80' }] })).toContain("'string' is not assignable to type 'number'");
    expect(problemsOf([{ ...service, apiVersion: 'v2' }])).not.toEqual([]);
  });

  it('finds its pods everywhere by the labels that they have', () => {
    const { spec } = only(manifests, 'apps/v1 Deployment');
    const labels = spec?.template.metadata?.labels;
    expect(labels).toEqual({ 'app.kubernetes.io/name': 'sandi' });
    expect([
      spec?.selector.matchLabels,
      only(manifests, 'v1 Service').spec?.selector,
      only(manifests, 'policy/v1 PodDisruptionBudget').spec?.selector?.matchLabels,
      only(manifests, 'networking.k8s.io/v1 NetworkPolicy').spec?.podSelector?.matchLabels,
      ...(spec?.template.spec?.topologySpreadConstraints ?? []).map(
        (each) => each.labelSelector?.matchLabels,
      ),
    ]).toEqual(Array.from({ length: 6 }, () => labels));
  });

  it('sets variables that there are, INSTANCES to its replicas, and takes ConfigMap and Secret', () => {
    expect(
      mistakenNames({ ...settings(), ...Object.fromEntries(SECRETS.map((name) => [name, 'x'])) }),
    ).toEqual([]);
    expect(settings()).toMatchObject({ INSTANCES: '2', TRUST_PROXY: '1', PUBLIC_URL: expect.any(String) });
    expect(only(manifests, 'apps/v1 Deployment').spec?.replicas).toBe(Number(settings()['INSTANCES']));
    expect(
      container()?.envFrom?.map(({ configMapRef, secretRef }) => (configMapRef ?? secretRef)?.name),
    ).toEqual(
      [only(manifests, 'v1 ConfigMap'), only(manifests, 'v1 Secret')].map(({ metadata }) => metadata?.name),
    );
    expect(Object.keys(only(manifests, 'v1 Secret').data ?? {}).toSorted()).toEqual(SECRETS.toSorted());
  });

  it('runs as nobody, on a root that it cannot write, with folders for what it writes', () => {
    expect(pod()).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container()?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const mounts = container()?.volumeMounts ?? [];
    expect(mounts.map(({ mountPath }) => mountPath)).toEqual(['/app/data', '/tmp']);
    expect(
      pod()
        ?.volumes?.filter(({ emptyDir }) => emptyDir)
        .map(({ name }) => name),
    ).toEqual(mounts.map(({ name }) => name));
  });

  it('stops after its balancers know, with time for what is under way', () => {
    const [program, pause] = container()?.lifecycle?.preStop?.exec?.command ?? [];
    expect(program).toBe('sleep');
    const needed = seconds(pause) + defaults.SHUTDOWN_GRACE_MS / 1000;
    expect(pod()?.terminationGracePeriodSeconds).toBeGreaterThan(needed);
  });

  it('waits at the Ingress longer than a send may take', () => {
    const annotations = only(manifests, 'networking.k8s.io/v1 Ingress').metadata?.annotations ?? {};
    const waits = seconds(annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']);
    expect(waits * 1000).toBeGreaterThan(defaults.GATEWAY_TIMEOUT_MS);
  });

  it('has the memory that compose gives', () => {
    const { services } = parse(readFileSync(COMPOSE, 'utf8')) as {
      services: { sandi: { mem_limit: string } };
    };
    const memory = container()?.resources?.limits?.['memory'];
    expect(services.sandi.mem_limit).toBe(`\${SANDI_MEMORY:-${memory?.replace('Mi', 'm')}}`);
  });
});
