import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, cpSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/config/config.ts';
import { refusedIpv4Cidrs, refusedIpv6Cidrs } from '../../server/entities/destination-ranges.ts';
import { secretNames } from '../../server/config/setting-files.ts';
import { namesInTables } from '../config/settings-table.ts';

const read = (path: string) => readFileSync(`deploy/${path}`, 'utf8');
const chart = 'kubernetes/agency-service';
const templates = readdirSync(`deploy/${chart}/templates`).map((name) => read(`${chart}/templates/${name}`));
const readme = read('README.md');

const documented = new Set(namesInTables(readFileSync('docs/configuration.md', 'utf8')));
const isSetting = (name: string) => documented.has(name) || secretNames.some((setting) => name === `${setting}_FILE`);

describe('deploy/', () => {
  it.each([
    ['compose', read('compose/compose.yaml').match(/^ +([A-Z_]+): /gm)!],
    [
      'systemd',
      readdirSync('deploy/systemd').flatMap((name) =>
        read(`systemd/${name}`)
          .match(/^Environment=.*$/gm)!
          .join(' ')
          .match(/\b[A-Z_]+(?==)/g)!,
      ),
    ],
    ['the chart', templates.join('\n').match(/name: [A-Z][A-Z_]+/g)!],
    ['the image', read('image/Dockerfile').match(/^(?:ENV| ) *([A-Z_]+)=(?!")/gm)!],
  ])('names only settings of the service: %s', (_, found) => {
    const others = /^(AUTH_FILE|PATH|NODE_ENV|DOMAIN|POSTGRES_\w+|GF_\w+|SERVICE_IMAGE)$/;
    const names = [...new Set(found.map((text) => text.replace(/^(ENV|name:)|[:=\s]/g, '')))].filter((name) => !others.test(name));
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });
});

describe('the chart', () => {
  /** The names of all values, such as `api.replicas`; what contains free keys is one value. */
  function namesOf(values: Readonly<Record<string, unknown>>, prefix = ''): string[] {
    return Object.entries(values).flatMap(([name, value]) => {
      const isGroup = prefix === '' && value !== null && typeof value === 'object';
      return isGroup ? namesOf(value as Record<string, unknown>, `${name}.`) : [prefix + name];
    });
  }
  const names = namesOf(parse(read(`${chart}/values.yaml`)) as Record<string, unknown>);
  const ofRoles = (name: string) => name.replace(/^(api|worker)\./, '$values.');

  it.each(names)('uses the value %s and documents it', (name) => {
    expect(templates.some((text) => text.includes(`.Values.${name}`) || text.includes(ofRoles(name)))).toBe(true);
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows.some((row) => row.split(' | ')[0]!.includes(`\`${name}\``))).toBe(true);
  });

  it('documents no other value', () => {
    const section = readme.slice(readme.indexOf('## Kubernetes'), readme.indexOf('## systemd'));
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const shown = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!));
    expect(shown.sort()).toEqual(names.sort());
  });

  it('lets workers reach what the guard of destinations accepts, and nothing else', () => {
    const policy = read(`${chart}/templates/network-policy.yaml`);
    const exceptions = [...policy.matchAll(/^ {14}- (\S+)$/gm)].map(([, cidr]) => cidr!);
    expect(exceptions.sort()).toEqual([...refusedIpv4Cidrs, ...refusedIpv6Cidrs].sort());
    expect([...policy.matchAll(/ {12}cidr: (\S+)$/gm)].map(([, cidr]) => cidr)).toEqual(['0.0.0.0/0', '2000::/3']);
  });

  it('is of the release of the service', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  });
});

describe('compose', () => {
  const { services } = parse(read('compose/compose.yaml'), { merge: true }) as { services: Record<string, Record<string, unknown>> };
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gets secrets from a script that makes them once, and that the service accepts', () => {
    cpSync('deploy/compose/make-secrets.sh', join(folder, 'make-secrets.sh'));
    execFileSync(join(folder, 'make-secrets.sh'));
    const secrets = join(folder, 'secrets');
    const contents = () => readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'utf8'));
    const first = contents();
    execFileSync(join(folder, 'make-secrets.sh'));
    expect(contents()).toEqual(first);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const { secrets: declared } = parse(read('compose/compose.yaml'));
    expect(Object.keys(declared).sort()).toEqual(readdirSync(secrets).sort());
    const env = services['api-1']!.environment as Record<string, string>;
    const here = Object.entries(env).map(([name, value]) => [
      name,
      value.replace('/run/secrets', secrets).replace(/\$\{DOMAIN:-(\w+)\}/, '$1'),
    ]);
    expect(readConfig(Object.fromEntries(here) as Record<string, string>, false)).toMatchObject({
      databaseUrl: expect.stringContaining('@pgbouncer:6432/service'),
      databaseDirectUrl: expect.stringContaining('@postgres:5432/service'),
      publicUrl: 'https://localhost',
      role: 'api',
      migrate: 'never',
      drainSeconds: 5,
    });
  });

  it.each(Object.keys(services))('confines the container of %s', (name) => {
    const { read_only, cap_drop, cap_add = [], security_opt, privileged } = services[name]!;
    expect({ read_only, cap_drop, security_opt, privileged }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      privileged: undefined,
    });
    expect(cap_add).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : []);
  });

  it('gives the operator token to processes of the service alone, and Prometheus one that reads the metrics', () => {
    const holders = (secret: string) =>
      Object.keys(services).filter((name) => (services[name]!.secrets as string[] | undefined)?.includes(secret));
    const ours = ['migrate', 'api-1', 'api-2', 'worker-1', 'worker-2'];
    expect(holders('operator-token')).toEqual(ours);
    expect(holders('metrics-token')).toEqual([...ours, 'prometheus']);
    const { scrape_configs: jobs } = parse(read('compose/prometheus/prometheus.yml'));
    expect(jobs).toMatchObject([{ authorization: { credentials_file: '/run/secrets/metrics-token' } }]);
    expect(services['api-1']!.environment).toMatchObject({ METRICS_TOKEN_FILE: '/run/secrets/metrics-token' });
  });

  it('kills a process later than its drain and its work may take', () => {
    expect(Number.parseInt(services['api-1']!.stop_grace_period as string, 10)).toBeGreaterThan(5 + 10);
    expect(parseAllDocuments(read(`${chart}/values.yaml`))).toHaveLength(1);
    expect(templates.join('\n')).toContain('terminationGracePeriodSeconds: {{ add $drain 20 }}');
  });
});
