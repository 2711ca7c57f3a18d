import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join, resolve } from 'node:path';
import type { Dispatcher } from 'undici';
import { fetch as undiciFetch } from 'undici';
import type { Fetch } from '../../sdk/src/send-repeatedly.ts';
import { freePort } from '../support/free-port.ts';
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
  const [file, tokenFile, port] = [join(folder, 'prometheus.yml'), join(folder, 'operator-token'), await freePort()];
  writeFileSync(tokenFile, token);
  const changes: readonly (readonly [string, string])[] = [
    ['api-1:8081, api-2:8081, worker-1:8081, worker-2:8081', operatorUrls.map((url) => `'${hostOf(url)}'`).join(', ')],
    ['/etc/prometheus/rules.yml', resolve('deploy/monitoring/rules.yml')],
    ['/run/secrets/operator-token', tokenFile],
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
