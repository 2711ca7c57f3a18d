import { readFileSync, readdirSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { useOperator } from '../api/operator/fixture.ts';
import { startReceiver } from '../support/receiver.ts';
import type { TestService } from '../support/service.ts';
import { creator, order } from '../records/records.ts';

const folder = new URL('../../deploy/monitoring/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const dashboards = readdirSync(new URL('dashboards/', folder));

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: { readonly severity: string };
  readonly annotations?: { readonly runbook_url: string };
}

const { groups } = parse(read('rules.yml')) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);

interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr?: string; readonly rawSql?: string }[];
}
interface Dashboard {
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
}
const dashboardOf = (file: string) => JSON.parse(read(`dashboards/${file}`)) as Dashboard;
const expressionsOf = ({ panels }: Dashboard) => panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr ?? []));

/** The metrics of the service, of its process, and of recording rules that an expression names. */
const metricsOf = (expr: string) => expr.match(/\b(?:service[_:][\w:]+|process_\w+)/g) ?? [];

describe('rules and dashboards', () => {
  const service = useOperator({ delivers: true });
  const halves = (['api', 'worker'] as const).map((role) => useOperator({ env: { ROLE: role }, delivers: role === 'worker' }));
  const typesOf = async (shown: TestService) =>
    [...(await shown.operator('GET', '/metrics')).text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!] as const);

  it.each([
    ['one process', () => [service()]],
    ['an API and a worker apart', () => halves.map((half) => half())],
  ])('name only metrics that are shown by %s', async (_kind, processes) => {
    const types = new Map((await Promise.all(processes().map(typesOf))).flat());
    // Only a process with replicas shows these.
    for (const [name, type] of [
      ['serving', 'gauge'],
      ['lag_seconds', 'gauge'],
      ['reads_total', 'counter'],
      ['failed_reads_total', 'counter'],
    ]) {
      types.set(`service_replica_${name!}`, type!);
    }
    const known = new Set(
      [...types].flatMap(([name, type]) => (type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : name)),
    );
    for (const { record } of rules) if (record !== undefined) known.add(record);
    const expressions = [...rules.map(({ expr }) => expr), ...dashboards.flatMap((file) => expressionsOf(dashboardOf(file)))];
    const named = new Set(expressions.flatMap(metricsOf));
    expect(named.size).toBeGreaterThan(25);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });

  it('notice that no process delivers by a metric that only a worker shows', async () => {
    const { expr } = rules.find(({ alert }) => alert === 'DeliveryStopped')!;
    const [api, worker] = await Promise.all(halves.map(async (half) => new Map(await typesOf(half()))));
    for (const name of metricsOf(expr)) expect([api!.has(name), worker!.has(name)]).toEqual([false, true]);
  });

  it('find a series of each task that an alert counts, before its first run', async () => {
    const { text } = await service().operator('GET', '/metrics');
    for (const task of ['keep_partitions', 'clean_up']) {
      expect(text).toMatch(new RegExp(`^service_job_duration_seconds_count\\{task="${task}",outcome="completed"\\} \\d+$`, 'm'));
    }
  });

  it('of an agency: each statement runs for a role that reads neither secrets nor payloads', async () => {
    const receiver = await startReceiver();
    receiver.answer = 503;
    const agency = await service().createAgency();
    await agency.ingest([creator('c1')]);
    const body = { url: receiver.url, label: 'CRM', enabled_event_types: ['order.created'] };
    await service().request('POST', '/v1/webhooks', { key: agency.key, body });
    await agency.ingest([order('o1', 'c1')]);
    await receiver.waitFor(1, 10_000);

    const { panels, templating } = dashboardOf('agency.json');
    const superuserUrl = new URL(inject('postgresUrl'));
    superuserUrl.pathname = new URL(service().config.databaseUrl!).pathname;
    const superuser = new pg.Client({ connectionString: superuserUrl.href });
    await superuser.connect();
    try {
      await superuser.query('BEGIN');
      await superuser.query(read('dashboard-role.sql'));
      await superuser.query('SET ROLE agency_dashboard');
      const list = await superuser.query<{ __value: string }>(templating.list.find(({ name }) => name === 'agency')!.query);
      expect(list.rows.map(({ __value }) => __value)).toContain(agency.id);
      const rowsOf = new Map<string, pg.QueryResultRow[]>();
      for (const { title, targets = [] } of panels) {
        for (const { rawSql } of targets) {
          const text = rawSql!
            .replaceAll('$agency', agency.id)
            .replaceAll(/\$__timeFilter\(([\w.]+)\)/g, "$1 BETWEEN now() - interval '1 day' AND now()");
          rowsOf.set(title, (await superuser.query(text)).rows);
        }
      }
      expect(rowsOf.size).toBe(panels.length);
      expect(rowsOf.get('Endpoints')).toMatchObject([{ label: 'CRM', url: receiver.url, status: 'active' }]);
      expect(rowsOf.get('Deliveries that wait')).toMatchObject([{ label: 'CRM', deliveries: 1 }]);
      for (const column of ['webhook_endpoints.secret_ciphertext', 'delivery_failures.data', 'webhook_events.data', 'fans.fan_id']) {
        await superuser.query('SAVEPOINT before');
        const [table, name] = column.split('.');
        await expect(superuser.query(`SELECT ${name} FROM ${table}`), column).rejects.toThrow('permission denied');
        await superuser.query('ROLLBACK TO before');
      }
    } finally {
      await superuser.query('ROLLBACK');
      await superuser.end();
      await receiver.close();
    }
  });
});

it('each panel has a description', () => {
  const without = dashboards.flatMap((file) => dashboardOf(file).panels.filter(({ type, description }) => type !== 'row' && !description));
  expect(without).toEqual([]);
});

const page = readFileSync(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');

it('each alert has a runbook, and each runbook an alert', () => {
  const sections = [...page.matchAll(/^## (.+)$/gm)]
    .map(([, title]) => title!)
    .filter((title) => title !== 'Objectives' && title !== 'Alerts');
  expect(alerts.map(({ alert }) => alert)).toEqual(sections);
  for (const { alert, annotations } of alerts) {
    expect(annotations!.runbook_url).toBe(`{{ $externalLabels.operator_url }}/operator/docs/runbooks#${alert!.toLowerCase()}`);
  }
});

it('the page lists each alert with its severity, its limits and how long they must be exceeded', () => {
  const [, section] = page.split('## Alerts\n');
  const rows = [...section!.split('\n## ')[0]!.matchAll(/^\| (\w+) \| (\w+) \| (.+) \| (\S+) \|$/gm)].slice(1);
  expect(rows.map(([, name, severity, , time]) => [name, severity, time])).toEqual(
    alerts.map((alert) => [alert.alert, alert.labels!.severity, alert.for ?? '–']),
  );
  for (const [index, { alert, expr }] of alerts.entries()) {
    const limits = [...expr.matchAll(/> ([\d.]+)(?: \* ([\d.]+))?/g)].map(([, limit, factor = '1']) => Number(limit) * Number(factor));
    for (const limit of limits.filter((value) => value > 0)) {
      const forms = [limit, `${Number((limit * 100).toPrecision(3))} %`].map((form) => `over ${form} `);
      expect(
        forms.some((form) => rows[index]![3]!.includes(form)),
        `${alert!}: ${forms.join('or ')}`,
      ).toBe(true);
    }
  }
});

it('each alert has a test in which it fires and one in which it does not', () => {
  const { tests } = parse(read('rules.test.yml')) as {
    readonly tests: readonly {
      readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
    }[];
  };
  const tested = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const without = alerts.filter(
    ({ alert }) =>
      ![true, false].every((fires) => tested.some(({ alertname, exp_alerts }) => alertname === alert && exp_alerts.length > 0 === fires)),
  );
  expect(without.map(({ alert }) => alert)).toEqual([]);
});
