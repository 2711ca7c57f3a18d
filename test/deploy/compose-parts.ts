import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { get } from 'node:https';
import { join, resolve } from 'node:path';
import type { Dispatcher } from 'undici';
import { fetch as undiciFetch } from 'undici';
import type { Fetch } from '../../sdk/src/send-repeatedly.ts';
import { placeOf } from '../../server/database/embedded/postgres-place.ts';
import { freePort } from '../support/free-port.ts';
import { poolerProgram } from '../support/pooler.ts';
import { RunningProcess, waitUntil } from '../process/service-process.ts';
import { toolPath } from './deploy-tools.ts';

const configOf = (path: string) => readFileSync(`deploy/compose/${path}`, 'utf8');
const hostOf = (url: string) => new URL(url).host;

/** Runs a tool in a folder, where it also keeps its data. */
function runTool(command: string, args: readonly string[], folder: string): RunningProcess {
  mkdirSync(folder, { recursive: true });
  return new RunningProcess(command, args, { PATH: toolPath, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder });
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the configuration has no ${from}`);
  return text.replace(from, to);
}

export interface Proxy {
  readonly url: string;
  /** The certificate of the authority that signed the proxy's own. */
  readonly authority: () => string;
  readonly process: RunningProcess;
}

/** Caddy as compose configures it, with a certificate of its own authority, before two services. */
export async function startCaddy(folder: string, urls: readonly [string, string]): Promise<Proxy> {
  const port = await freePort();
  const ownGlobals = `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n`;
  const upstreams = replaced(configOf('Caddyfile'), 'api-1:8080 api-2:8080', urls.map(hostOf).join(' '));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, replaced(upstreams, '{\n', ownGlobals));
  const process = runTool('caddy', ['run', '--adapter', 'caddyfile', '--config', file], folder);
  const authority = () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');
  const url = `https://localhost:${port}`;
  const isReady = async () => {
    if (process.hasExited) throw new Error(`Caddy ended:\n${process.stderr}`);
    return (await statusOf(`${url}/readyz`, authority).catch(() => 0)) === 200;
  };
  await waitUntil(isReady, 'the readiness of Caddy', 30_000);
  return { url, authority, process };
}

function statusOf(url: string, authority: () => string): Promise<number> {
  return new Promise((settle, reject) => {
    get(url, { ca: authority(), agent: false }, (response) => settle(response.resume().statusCode!)).on('error', reject);
  });
}

/** The SDK's `fetch` by connections of a dispatcher. */
export const fetchBy =
  (dispatcher: Dispatcher): Fetch =>
  (url, init) =>
    undiciFetch(url, { ...(init as object), dispatcher });

/** Prometheus as compose configures it, which scrapes services each second. Returns a function that reads its API. */
export async function startPrometheus(folder: string, operatorUrls: readonly string[], token: string) {
  mkdirSync(folder, { recursive: true });
  const [file, tokenFile, port] = [join(folder, 'prometheus.yml'), join(folder, 'metrics-token'), await freePort()];
  writeFileSync(tokenFile, token);
  const changes: readonly (readonly [string, string])[] = [
    ['api-1:8081, api-2:8081, worker-1:8081, worker-2:8081', operatorUrls.map((url) => `'${hostOf(url)}'`).join(', ')],
    ['/etc/prometheus/rules.yml', resolve('deploy/monitoring/rules.yml')],
    ['/run/secrets/metrics-token', tokenFile],
    ['scrape_interval: 15s', 'scrape_interval: 1s'],
    ['evaluation_interval: 30s', 'evaluation_interval: 1s'],
  ];
  writeFileSync(
    file,
    changes.reduce((text, [from, to]) => replaced(text, from, to), configOf('prometheus/prometheus.yml')),
  );
  const settings = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`];
  const process = runTool('prometheus', [...settings, '--enable-feature=exemplar-storage'], folder);
  const read = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const answer = (await response.json()) as { status: string; data: Data; error?: string };
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  };
  const isReady = async () => {
    if (process.hasExited) throw new Error(`Prometheus ended:\n${process.stderr}`);
    return fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await waitUntil(isReady, 'the readiness of Prometheus', 30_000);
  return { read, process };
}

/** PgBouncer as compose configures it, in front of a database. Returns the URL of the database through it. */
export async function startPgBouncer(folder: string, databaseUrl: string) {
  const { hostname, port: target, pathname, username, password } = new URL(databaseUrl);
  mkdirSync(folder, { recursive: true });
  const { owner } = await placeOf(folder);
  const [file, users, port] = [join(folder, 'pgbouncer.ini'), join(folder, 'users'), await freePort()];
  const changes: readonly (readonly [string, string])[] = [
    ['host=postgres port=5432 dbname=service', `host=${decodeURIComponent(hostname)} port=${target || 5432} dbname=${pathname.slice(1)}`],
    ['listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/run/secrets/pgbouncer-users', users],
  ];
  writeFileSync(
    file,
    changes.reduce((text, [from, to]) => replaced(text, from, to), configOf('pgbouncer/pgbouncer.ini')),
  );
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  for (const path of [folder, file, users]) chmodSync(path, 0o755);
  const asOwner = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : [];
  const [command, ...args] = [...asOwner, poolerProgram, file];
  const process = runTool(command, args, join(folder, 'home'));
  const isListening = () =>
    new Promise<boolean>((settle) => {
      if (process.hasExited) throw new Error(`PgBouncer ended:\n${process.stderr}`);
      const socket = connect(port, '127.0.0.1', () => settle(socket.destroy() !== undefined)).on('error', () => settle(false));
    });
  await waitUntil(isListening, 'the port of PgBouncer', 30_000);
  return { url: `postgres://${username}:${password}@127.0.0.1:${port}/service`, process };
}
