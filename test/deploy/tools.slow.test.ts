import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/config/config.ts';
import { hasTool as has, toolPath as PATH } from './deploy-tools.ts';

function run(tool: string, ...args: readonly string[]): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', env: { ...process.env, PATH, HOME: folder } });
  return { code: status, output: `${stdout}${stderr}` };
}

const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A test with a tool, which is left out where the tool is missing. */
const withTool = (tool: string, title: string, test: () => void) =>
  has(tool) ? it(title, test, 120_000) : it.skip(`${title}: left out, ${tool} is missing`, test);

const chart = 'deploy/kubernetes/agency-service';
const secrets = ['databaseUrl=postgres://a', 'databaseDirectUrl=postgres://b', 'encryptionKey=x', 'operatorToken=y'];
const given = ['--kube-version', '1.31', '--set', secrets.map((secret) => `secrets.${secret}`).join(',')];

describe('the image', () => {
  withTool('hadolint', 'has a Dockerfile without findings', () => {
    expect(run('hadolint', 'deploy/image/Dockerfile')).toEqual({ code: 0, output: '' });
  });
});

describe('the units of systemd', () => {
  withTool('systemd-analyze', 'are valid, and expose little', () => {
    const root = join(folder, 'root');
    const units = join(root, 'etc/systemd/system');
    const program = join(root, 'opt/agency-service/node_modules/.bin/node');
    mkdirSync(units, { recursive: true });
    mkdirSync(join(program, '..'), { recursive: true });
    mkdirSync(join(root, 'bin'));
    for (const file of [program, join(root, 'bin/kill')]) {
      writeFileSync(file, '#!/bin/sh\n');
      chmodSync(file, 0o755);
    }
    // What the distribution has.
    for (const unit of ['sysinit.target', 'basic.target', 'shutdown.target', 'network-online.target', 'multi-user.target'])
      writeFileSync(join(units, unit), '[Unit]\nDefaultDependencies=no\n');
    writeFileSync(join(units, 'system.slice'), '[Unit]\nDefaultDependencies=no\n');
    const names = readdirSync('deploy/systemd');
    for (const name of names) cpSync(join('deploy/systemd', name), join(units, name));
    for (const name of names) {
      expect(run('systemd-analyze', 'verify', `--root=${root}`, name)).toEqual({ code: 0, output: '' });
      const { output } = run('systemd-analyze', 'security', '--offline=yes', `--root=${root}`, '--threshold=20', name);
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(output)![1])).toBeLessThanOrEqual(2);
    }
  });
});

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly ports?: unknown;
    readonly selector?: { readonly matchLabels?: unknown };
    readonly ingress?: readonly { readonly from?: readonly unknown[] }[];
    readonly egress?: readonly unknown[];
    readonly template?: { readonly spec: { readonly containers: readonly [{ readonly env: readonly { name: string; value: string }[] }] } };
  };
}

const webhookSecret = `svc_whsec_${'a'.repeat(32)}`;
const inSecret = (name: string) => `/run/secrets/service/${name}`;
/** What the files of the Secret contain. */
const secretValues: Readonly<Record<string, string>> = {
  [inSecret('database-url')]: 'postgres://a.example/d',
  [inSecret('database-direct-url')]: 'postgres://b.example/d',
  [inSecret('encryption-key')]: Buffer.alloc(32).toString('base64'),
  [inSecret('operator-token')]: 'a-token-of-more-than-24-characters',
  [inSecret('operator-webhook-secret')]: webhookSecret,
};

describe('the chart', () => {
  const variants: Readonly<Record<string, readonly string[]>> = {
    'with its defaults': [],
    'with an ingress': ['--set', 'ingress.enabled=true,ingress.className=nginx'],
    'without autoscaling and network policies': ['--set', 'autoscaling.enabled=false,networkPolicy.enabled=false'],
    'with traces and annotations': [
      '--set',
      String.raw`traces.endpoint=http://collector:4318,ingress.enabled=true,ingress.annotations.nginx\.ingress\.kubernetes\.io/proxy-body-size=8`,
    ],
    'with a Service for the operator API and an operator webhook': [
      '--set',
      'operatorService.enabled=true,operatorWebhook.url=https://10.1.2.3/hook,secrets.operatorWebhookSecret=z,networkPolicy.operatorWebhookCidrs={10.1.2.0/24,fd00::/8}',
      '--set-json',
      'networkPolicy.operatorPeers=[{"namespaceSelector":{"matchLabels":{"team":"posting"}}}]',
    ],
    'with a Secret of the operator': ['--set', 'secrets.existing=mine,image.pullSecrets={one,two},settings.extra.FORMER_BRAND=Acme'],
  };

  withTool('helm', 'has no findings of helm lint', () => {
    expect(run('helm', 'lint', chart, ...given.slice(2))).toMatchObject({ code: 0, output: expect.stringContaining('0 chart(s) failed') });
  });

  withTool('helm', 'requires the secrets', () => {
    expect(run('helm', 'template', 'prod', chart, '--kube-version', '1.31')).toMatchObject({
      code: 1,
      output: expect.stringContaining('secrets.databaseUrl is required, or secrets.existing'),
    });
  });

  for (const [title, values] of Object.entries(variants)) {
    withTool('helm', `renders ${title}, as the schemas of Kubernetes require`, () => {
      const { code, output } = run('helm', 'template', 'prod', chart, ...given, ...values);
      expect(code, output).toBe(0);
      expect(output.match(/^kind: .*$/gm)).toEqual(expect.arrayContaining(['kind: Deployment', 'kind: PodDisruptionBudget', 'kind: Job']));
      if (!has('kubernetes-validate')) return;
      const file = join(folder, 'rendered.yaml');
      writeFileSync(file, output);
      for (const version of ['1.27.0', '1.31.0']) {
        const validated = run('kubernetes-validate', '--strict', '--no-warn', '-k', version, file);
        expect(validated.code, validated.output).toBe(0);
      }
    });
  }

  const rendered = (...values: readonly string[]) => {
    const { code, output } = run('helm', 'template', 'prod', chart, '--namespace', 'live', ...given, ...values);
    expect(code, output).toBe(0);
    const documents = parseAllDocuments(output).map((document) => document.toJS() as Rendered);
    return (kind: string, name: string) => documents.find((each) => each.kind === kind && each.metadata.name === name);
  };
  /** The configuration of a process that the chart starts. */
  const configOf = (deployment: Rendered | undefined) => {
    const [{ env }] = deployment!.spec.template!.spec.containers;
    const variables = env.map(({ name, value }) => [name.replace(/_FILE$/, ''), name.endsWith('_FILE') ? secretValues[value] : value]);
    return readConfig(Object.fromEntries(variables) as Record<string, string>, false);
  };

  withTool('helm', 'gives the operator API a Service on request, whose names its listener accepts and its policy admits', () => {
    expect(rendered()('Service', 'prod-operator')).toBeUndefined();
    const find = rendered(...variants['with a Service for the operator API and an operator webhook']!);
    const service = find('Service', 'prod-operator')!;
    expect(service.spec.ports).toEqual([{ name: 'operator', port: 8081, targetPort: 'operator' }]);
    expect(service.spec.selector).toEqual(find('Deployment', 'prod-api')!.spec.selector!.matchLabels);
    const { operatorAllowedHosts, operatorUrl } = configOf(find('Deployment', 'prod-api'));
    const inNamespace = 'prod-operator.live';
    expect(operatorAllowedHosts).toEqual(['prod-operator', inNamespace, `${inNamespace}.svc`, `${inNamespace}.svc.cluster.local`]);
    expect(operatorUrl).toBe(`http://${inNamespace}.svc:8081`);
    const ingress = find('NetworkPolicy', 'prod-api')!.spec.ingress!;
    expect(ingress).toContainEqual({ from: [{ namespaceSelector: { matchLabels: { team: 'posting' } } }], ports: [{ port: 'operator' }] });
    // A rule without peers would admit every pod.
    const others = rendered('--set', 'operatorService.enabled=true')('NetworkPolicy', 'prod-api')!.spec.ingress!;
    expect(others.every(({ from }) => from !== undefined && from.length > 0)).toBe(true);
    expect(others).toHaveLength(ingress.length - 1);
  });

  withTool('helm', 'lets workers reach a private operator webhook, and signs its requests', () => {
    const find = rendered(...variants['with a Service for the operator API and an operator webhook']!);
    for (const role of ['api', 'worker'])
      expect(configOf(find('Deployment', `prod-${role}`)).operatorWebhook).toEqual({ url: 'https://10.1.2.3/hook', secret: webhookSecret });
    const to = [{ ipBlock: { cidr: '10.1.2.0/24' } }, { ipBlock: { cidr: 'fd00::/8' } }];
    expect(find('NetworkPolicy', 'prod-worker')!.spec.egress).toContainEqual({ to, ports: [{ port: 443 }] });
    expect(find('NetworkPolicy', 'prod-api')!.spec.egress).not.toContainEqual({ to, ports: [{ port: 443 }] });
    expect(run('helm', 'template', 'prod', chart, ...given, '--set', 'operatorWebhook.url=https://a.example').output).toContain(
      'secrets.operatorWebhookSecret is required with operatorWebhook.url, or secrets.existing',
    );
  });

  withTool('helm', 'makes no address of the pod a URL, which one of IPv6 would not be', () => {
    const config = configOf(rendered()('Deployment', 'prod-api'));
    expect(config.operatorUrl).toBe('http://127.0.0.1:8081');
  });

  withTool('helm', 'writes numbers of a values file as the service reads them', () => {
    const file = join(folder, 'values.yaml');
    const extra = { OTEL_BSP_MAX_QUEUE_SIZE: 1_000_000, DEMO: true, FORMER_BRAND: '1e3' };
    writeFileSync(file, JSON.stringify({ settings: { extra, databaseConnections: 1_000_000 }, worker: { concurrency: 2_000_000 } }));
    const { code, output } = run('helm', 'template', 'prod', chart, ...given, '--values', file);
    expect(code, output).toBe(0);
    const valuesOf = (name: string) => new Set(output.match(new RegExp(`(?<=name: ${name}, value: ).*(?= \\})`, 'g')));
    expect(valuesOf('OTEL_BSP_MAX_QUEUE_SIZE')).toEqual(new Set(['"1000000"']));
    expect(valuesOf('DATABASE_CONNECTIONS')).toEqual(new Set(['"1000000"']));
    expect(valuesOf('WORKER_CONCURRENCY')).toEqual(new Set(['"2000000"']));
    expect(valuesOf('DEMO')).toEqual(new Set(['"true"']));
    expect(valuesOf('FORMER_BRAND')).toEqual(new Set(['"1e3"']));
  });

  if (!has('kubernetes-validate')) it.skip('as the schemas of Kubernetes require: left out, kubernetes-validate is missing');
});

describe('compose', () => {
  withTool('caddy', 'has a valid configuration of Caddy', () => {
    const { code, output } = run('caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/compose/Caddyfile');
    expect(code, output).toBe(0);
  });

  withTool('promtool', 'has a valid configuration of Prometheus', () => {
    const { code, output } = run('promtool', 'check', 'config', '--syntax-only', 'deploy/compose/prometheus/prometheus.yml');
    expect(code, output).toBe(0);
  });

  const composes = [
    ['docker', ['compose', '-f', 'deploy/compose/compose.yaml', 'config', '--quiet']],
    ['docker-compose', ['-f', 'deploy/compose/compose.yaml', 'config', '--quiet']],
    ['compose-go', ['deploy/compose/compose.yaml']],
  ] as const;
  const present = composes.find(
    ([tool, args]) => has(tool) && (tool !== 'docker' || spawnSync('docker', [args[0], 'version']).status === 0),
  );
  const title = 'is a valid project of four processes of the service';
  if (!present) it.skip(`${title}: left out, docker compose and compose-go are missing`);
  else
    it(title, () => {
      const { code, output } = run(present[0], ...present[1]);
      expect(code, output).toBe(0);
    });

  it('has scripts that the shell accepts', () => {
    for (const script of ['make-secrets.sh', 'postgres/10-service.sh']) execFileSync('sh', ['-n', `deploy/compose/${script}`]);
  });
});
