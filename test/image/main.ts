/**
 * Builds the image of `deploy/image` with buildah, judges what is in it, and runs the service from it: with a root that is read-only, as its user and without
 * privileges, over a PostgreSQL of the run's own. `npm run test:image [-- --prepare]`; with BUILD_IMAGE, another image builds; with BUILD_ROOT, one that is made of
 * this root folder of a Debian, without a registry; with IMAGE, that image is judged.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { importBuildImage } from './build-image.ts';
import { buildah, environment } from './buildah.ts';

const name = 'localhost/agency-service-test';
const defaultBuildImage = 'docker.io/library/node:24-bookworm-slim';
const maxBytes = 200_000_000;
const rootImage = 'localhost/agency-service-build';

class Missing extends Error {}

/** Throws where this machine cannot build or run an image. */
function prepare(): void {
  if (process.getuid?.() !== 0) throw new Missing('root is needed to enter the image');
  for (const [command, ...args] of [
    ['buildah', '--version'],
    ['unshare', '--mount', 'true'],
    ['setpriv', '--version'],
  ] as const) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
    } catch {
      throw new Missing(`${command} is missing, or may not be used`);
    }
  }
  if (process.env.IMAGE) return;
  if (process.env.BUILD_ROOT) {
    if (!existsSync(join(process.env.BUILD_ROOT, 'etc/debian_version')))
      throw new Missing(`the folder ${process.env.BUILD_ROOT} is not the root of a Debian`);
    return;
  }
  const image = process.env.BUILD_IMAGE ?? defaultBuildImage;
  try {
    buildah('pull', '--quiet', '--policy', 'missing', image);
  } catch {
    throw new Missing(`the image ${image}, which builds, cannot be pulled`);
  }
}

function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`not so: ${what}`);
  process.stdout.write(`  ${what}\n`);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

function judgeFiles(root: string): void {
  const files = filesIn(root);
  const programs = files.filter((file) => /(^|\/)(npm|npx|sh|bash|gcc|cc|tsc|apt|dpkg)$/.test(file));
  check(programs.length === 0, `there is no npm, shell, compiler or package manager ${programs.join(' ')}`.trim());
  check(!files.some((file) => /node_modules\/(typescript|vitest|eslint)\//.test(file)), 'there are no development packages');
  const sbom = JSON.parse(readFileSync(join(root, 'app/sbom.cdx.json'), 'utf8')) as { bomFormat: string; components: { name: string }[] };
  check(sbom.bomFormat === 'CycloneDX' && sbom.components.some((component) => component.name === 'express'), 'an SBOM lists the packages');
}

function judgeConfiguration(image: string): void {
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', image)) as {
    Docker: { config: { User: string; Labels: Record<string, string>; Healthcheck?: { Test: string[] } } };
  };
  const { User, Labels, Healthcheck } = Docker.config;
  check(User === '65532:65532', `the user is ${User}`);
  for (const label of ['title', 'version', 'revision', 'licenses'])
    check(Boolean(Labels[`org.opencontainers.image.${label}`]), `the label ${label} is set`);
  check(Healthcheck?.Test.includes('healthcheck.ts') === true, 'there is a health check');
}

/** Bytes of the files, each inode once. */
const sizeOf = (root: string) => Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0]);

async function judgeRun(root: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres(folder, {});
  const running: ChildProcess[] = [];
  try {
    const url = new URL(postgres.url);
    const sockets = decodeURIComponent(url.hostname || /@([^:/]+)/.exec(postgres.url)![1]!);
    chmodSync(sockets, 0o755);
    for (const file of readdirSync(sockets).filter((each) => each.startsWith('.s.') && !each.endsWith('.lock')))
      chmodSync(join(sockets, file), 0o777);
    const operatorPort = '18089';
    const env = {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      NODE_ENV: 'production',
      DATA_DIR: '/data',
      LOG_FORMAT: 'json',
      PORT: '0',
      OPERATOR_PORT: operatorPort,
      DRAIN_SECONDS: '1',
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      OPERATOR_TOKEN: randomBytes(24).toString('base64'),
    };
    const database = { DATABASE_URL: postgres.url.replace(/@[^:/]+/, `@${encodeURIComponent('/run/postgres')}`) };
    const enter = (script: string, more: Record<string, string>) => {
      const args = [
        '--mount',
        resolve(import.meta.dirname, 'run-in-image.sh'),
        root,
        sockets,
        '/usr/local/bin/node',
        '-e',
        `process.chdir('/app'); ${script}`,
      ];
      const child = spawn('unshare', args, { env: { ...env, ...more } });
      running.push(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      return {
        child,
        ended: new Promise<{ code: number | null; output: string }>((end) => child.on('close', (code) => end({ code, output }))),
      };
    };
    const start = (file: string) => `process.argv.splice(1, 0, '/app/${file}'); import('/app/${file}')`;

    const written = await enter(`try { fs.writeFileSync('/app/x', '') } catch (error) { console.log(error.code, process.getuid()) }`, {})
      .ended;
    check(written.output.trim() === 'EROFS 65532', 'the root is read-only, and the user is not root');
    const alone = await enter(start('server/main.ts'), {}).ended;
    check(
      alone.code === 1 && /^the embedded PostgreSQL [^\n]+; set DATABASE_URL\n$/.test(alone.output),
      'a start without a database is refused in one line',
    );
    const migrated = await enter(start('server/migrate.ts'), database).ended;
    check(migrated.code === 0, 'the database is migrated');
    const service = enter(start('server/main.ts'), { ...database, MIGRATE: 'never' });
    let isHealthy = false;
    for (let tries = 0; tries < 60 && !isHealthy; tries++) {
      isHealthy = (await enter(`import('/app/healthcheck.ts')`, {}).ended).code === 0;
      await sleep(500);
    }
    check(isHealthy, 'the health check succeeds');
    service.child.kill('SIGTERM');
    const { code, output } = await service.ended;
    check(code === 0 && output.includes('draining'), 'SIGTERM drains and ends the service with 0');
  } finally {
    for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const image = process.env.IMAGE ?? name;
  if (!process.env.IMAGE) {
    const { BUILD_ROOT } = process.env;
    if (BUILD_ROOT) importBuildImage(BUILD_ROOT, rootImage);
    const buildImage = BUILD_ROOT ? rootImage : process.env.BUILD_IMAGE;
    const args = buildImage ? ['--build-arg', `BUILD_IMAGE=${buildImage}`] : [];
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const file = ['--format', 'docker', '--ignorefile', 'deploy/image/Dockerfile.dockerignore', '-f', 'deploy/image/Dockerfile'];
    execFileSync('buildah', ['bud', ...file, ...args, '--build-arg', `VERSION=${version}`, '-t', image, '.'], {
      env: environment,
      stdio: 'inherit',
    });
  }
  judgeConfiguration(image);
  const container = buildah('from', image);
  try {
    const root = buildah('mount', container);
    const bytes = sizeOf(root);
    check(bytes <= maxBytes, `it has ${Math.round(bytes / 1e6)} MB`);
    check(existsSync(join(root, 'app/server/main.ts')), 'the service is in it');
    judgeFiles(root);
    await judgeRun(root);
  } finally {
    buildah('rm', container);
  }
}

try {
  prepare();
  if (!process.argv.includes('--prepare')) await main();
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 3;
}
