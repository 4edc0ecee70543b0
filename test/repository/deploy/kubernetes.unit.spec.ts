import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Config } from '../../../src/config/index.js';
import { misspelledVariables } from '../../../src/config/misspelled-variables.js';
import { METADATA_ADDRESSES } from '../../../src/platform/net/address.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';
import {
  asWritten,
  findKubectl,
  kustomizationOf,
  type Manifest,
  only,
  problemsOf,
  rendered,
} from './kubernetes.js';

const KUBERNETES = fileURLToPath(new URL('../../../deploy/kubernetes', import.meta.url));
const BASE = join(KUBERNETES, 'base');
const COMPOSE = fileURLToPath(new URL('../../../compose.yaml', import.meta.url));
const SECRETS = ['DATABASE_URL', 'REDIS_URL', 'JWT_SECRET', 'DATA_KEY', 'GATEWAY_WEBHOOK_SECRET'];
/** What /health/ready takes at most: two seconds for the devices, two for their first answers. */
const READY_SECONDS = 4;
const kubectl = findKubectl();
const defaults = new Config();
const seconds = (text: unknown) => Number.parseInt(String(text), 10);

/** What the files say as they are, and what kustomize makes of them still says. */
function holds(manifests: () => Manifest[]) {
  const deployment = () => only(manifests(), 'apps/v1 Deployment').spec;
  const pod = () => deployment()?.template.spec;
  const container = () => pod()?.containers[0];

  it('is what the API of Kubernetes takes', () => {
    expect(manifests().length).toBeGreaterThan(5);
    expect(problemsOf(manifests())).toEqual([]);
  });

  it('is asked whether it started, lives and is ready, with time to answer', () => {
    const [port] = container()?.ports ?? [];
    expect(port).toEqual({ name: 'http', containerPort: defaults.PORT });
    const asks = (path: string) => ({ httpGet: { path, port: port?.name } });
    expect(container()).toMatchObject({
      startupProbe: asks('/health/live'),
      livenessProbe: asks('/health/live'),
      readinessProbe: asks('/health/ready'),
    });
    expect(container()?.readinessProbe?.timeoutSeconds).toBeGreaterThan(READY_SECONDS);
    expect(only(manifests(), 'v1 Service').spec?.ports).toEqual([
      { name: 'http', port: 80, targetPort: port?.name },
    ]);
  });

  it('reaches no metadata of a cloud, by the list that webhooks and gateways have', () => {
    const rules = only(manifests(), 'networking.k8s.io/v1 NetworkPolicy').spec?.egress ?? [];
    const excluded = rules.flatMap(({ to }) => to ?? []).flatMap(({ ipBlock }) => ipBlock?.except ?? []);
    const listed = METADATA_ADDRESSES.map((address) => `${address}/${address.includes(':') ? 128 : 32}`);
    expect(excluded.toSorted()).toEqual([...listed, '169.254.0.0/16', 'fe80::/10'].toSorted());
  });

  it('has two of them, of which a drained node takes one', () => {
    const replicas = deployment()?.replicas ?? 0;
    expect(replicas).toBeGreaterThan(1);
    expect(only(manifests(), 'policy/v1 PodDisruptionBudget').spec?.maxUnavailable).toBe(replicas - 1);
    expect(deployment()?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  it('finds its pods everywhere by the labels that they have', () => {
    const labels = deployment()?.template.metadata?.labels;
    expect(labels).toEqual({ 'app.kubernetes.io/name': 'sandi' });
    expect([
      deployment()?.selector.matchLabels,
      only(manifests(), 'v1 Service').spec?.selector,
      only(manifests(), 'policy/v1 PodDisruptionBudget').spec?.selector?.matchLabels,
      only(manifests(), 'networking.k8s.io/v1 NetworkPolicy').spec?.podSelector?.matchLabels,
      ...(pod()?.topologySpreadConstraints ?? []).map((each) => each.labelSelector?.matchLabels),
    ]).toEqual(Array.from({ length: 6 }, () => labels));
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
    const annotations = only(manifests(), 'networking.k8s.io/v1 Ingress').metadata?.annotations ?? {};
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
}

describe('deploy/kubernetes/base, as its files are', () => {
  const manifests = asWritten(BASE);
  holds(() => manifests);

  it('would be refused with a field that there is not, that is missing, or of another type', () => {
    const service = manifests.find(({ kind }) => kind === 'Service') as Manifest;
    const wrong = (spec: unknown) => problemsOf([{ ...service, spec } as Manifest]).join();
    expect(wrong({ port: [] })).toContain(`'"port"' does not exist`);
    expect(wrong({ ports: [{ name: 'http' }] })).toContain("'port' is missing");
    expect(wrong({ ports: [{ port: '80' }] })).toContain("'string' is not assignable to type 'number'");
    expect(problemsOf([{ ...service, apiVersion: 'v2' }])).not.toEqual([]);
  });

  it('takes the settings and the secrets that kustomize makes, and INSTANCES is its replicas', () => {
    const { spec } = only(manifests, 'apps/v1 Deployment');
    const { configMapGenerator: [settings] = [] } = kustomizationOf(BASE);
    const { secretGenerator: [secrets] = [] } = kustomizationOf(join(KUBERNETES, 'example'));
    expect(spec?.template.spec?.containers[0]?.envFrom).toEqual([
      { configMapRef: { name: settings?.name } },
      { secretRef: { name: secrets?.name } },
    ]);
    expect(settings?.literals).toEqual([`INSTANCES=${spec?.replicas}`, 'TRUST_PROXY=1']);
    expect(secrets?.envs).toEqual(['secrets.env']);
    const files = ['base/deployment.yaml', 'example/kustomization.yaml'];
    for (const file of files) {
      const text = readFileSync(join(KUBERNETES, file), 'utf8');
      for (const name of SECRETS) expect(text, file).toMatch(new RegExp(`^ *# .*\\b${name}\\b`, 'm'));
    }
  });
});

describe.runIf(kubectl !== undefined)('deploy/kubernetes/example, as kustomize makes it', () => {
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
  holds(() => manifests);

  it('sets variables that there are, and takes ConfigMap and Secret by the names that they get', () => {
    const settings = only(manifests, 'v1 ConfigMap').data ?? {};
    expect(
      misspelledVariables({ ...settings, ...Object.fromEntries(SECRETS.map((name) => [name, 'x'])) }),
    ).toEqual([]);
    expect(settings).toEqual({ INSTANCES: '2', TRUST_PROXY: '1', PUBLIC_URL: expect.any(String) });
    const { spec } = only(manifests, 'apps/v1 Deployment');
    expect(
      spec?.template.spec?.containers[0]?.envFrom?.map(
        ({ configMapRef, secretRef }) => (configMapRef ?? secretRef)?.name,
      ),
    ).toEqual(
      [only(manifests, 'v1 ConfigMap'), only(manifests, 'v1 Secret')].map(({ metadata }) => metadata?.name),
    );
    expect(Object.keys(only(manifests, 'v1 Secret').data ?? {}).toSorted()).toEqual(SECRETS.toSorted());
  });
});
