import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Locked extends Manifest {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const read = async <Document>(path: string) => JSON.parse(await readFile(path, 'utf8')) as Document;
const { packages } = await read<{ readonly packages: Readonly<Record<string, Locked>> }>('package-lock.json');
const manifests = await Promise.all(['.', 'sdk', 'cli'].map((folder) => read<Manifest>(`${folder}/package.json`)));
const security = await readFile('SECURITY.md', 'utf8');

const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const production = installed.filter(([, { dev }]) => !dev);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The rows of a table of SECURITY.md, by its first column's head. */
function rowsOf(head: string): string[][] {
  const [, table] = security.split(`\n| ${head} |`);
  const [, , ...lines] = table!.split('\n\n', 1)[0]!.trimEnd().split('\n');
  return lines.map((line) => line.slice(2, -2).split(' | '));
}

describe('SECURITY.md', () => {
  test('names every direct dependency of production once, with its reason, and nothing else', () => {
    const [service, sdk, cli] = manifests.map(({ dependencies, optionalDependencies }) =>
      Object.keys({ ...dependencies, ...optionalDependencies }),
    );
    const rows = rowsOf('package');
    const named = (of: string) => rows.filter((row) => row[1] === of).map(([name]) => name!.replaceAll('`', ''));
    expect(named('service').toSorted()).toEqual(service!.toSorted());
    expect(named('SDK').toSorted()).toEqual(sdk!.toSorted());
    expect(named('command line').toSorted()).toEqual(cli!.toSorted());
    expect(rows.length).toBe(service!.length + sdk!.length + cli!.length);
    for (const [name, , why] of rows) expect(why?.length, name).toBeGreaterThan(15);
  });

  test('names a test for each threat, which exists', () => {
    const threats = rowsOf('attacker');
    expect(threats.length).toBeGreaterThan(10);
    for (const [attacker, , , shown = ''] of threats) {
      const files = [...shown.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file]) => file!);
      expect(files.length, attacker).toBeGreaterThan(0);
      for (const file of files) expect(existsSync(file), file).toBe(true);
    }
  });
});

describe('licences', () => {
  const [, list = ''] = /Licences are among ([^\n]+)\.\n/.exec(security)!;
  const accepted = list.split(/, | and /);

  /** An expression is accepted with one of its alternatives, or with all of its parts. */
  function isAccepted(expression: string): boolean {
    const [, inner] = /^\((.*)\)$/.exec(expression) ?? [];
    if (inner !== undefined) return isAccepted(inner);
    if (expression.includes(' OR ')) return expression.split(' OR ').some(isAccepted);
    if (expression.includes(' AND ')) return expression.split(' AND ').every(isAccepted);
    return accepted.includes(expression);
  }

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND GPL-3.0-only)', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false],
  ])('%j: %s', (expression, expected) => expect(isAccepted(expression)).toBe(expected));

  test('of every package of production are accepted, by its own word and by the lockfile', async () => {
    let looked = 0;
    for (const [path, { license: locked = '' }] of production) {
      expect(isAccepted(locked), `${path}: ${locked}`).toBe(true);
      // Packages for other kinds of machines are not here.
      if (!existsSync(path)) continue;
      const { license = '' } = await read<Manifest>(`${path}/package.json`);
      expect(license, path).toBe(locked);
      looked += 1;
    }
    expect(looked).toBeGreaterThan(200);
  });

  test('that nothing has are not on the list', () => {
    const used = new Set(production.flatMap(([, { license = '' }]) => license.replace(/[()]/g, '').split(/ OR | AND /)));
    expect(accepted.filter((license) => !used.has(license))).toEqual([]);
  });
});

describe('what is installed', () => {
  /** Where a package finds another one: in its own folder, or in one above. */
  function found(from: string, name: string): Locked | undefined {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const place = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
      const locked = packages[place];
      if (locked) return locked.link ? packages[locked.resolved!] : locked;
      if (folder === '') return undefined;
    }
  }

  test('is named by the lockfile, down to the last dependency, in a requested version', () => {
    let asked = 0;
    for (const [path, { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }] of Object.entries(packages)) {
      const peers = Object.entries(peerDependencies ?? {}).filter(([name]) => !peerDependenciesMeta?.[name]?.optional);
      for (const [name, range] of [...Object.entries({ ...dependencies, ...optionalDependencies }), ...peers]) {
        // A workspace is found from the root.
        const locked = found(path, name) ?? found('', name);
        expect(locked, `${path} needs ${name}`).toBeDefined();
        const version = range.replace(/^npm:.*@/, '');
        expect(satisfies(locked!.version, version), `${path} needs ${name}@${range}, not ${locked!.version}`).toBe(true);
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(500);
  });

  test('comes from a registry by its hash: from no repository, address or file', () => {
    for (const [path, { resolved = '' }] of installed) expect(resolved, path).toMatch(/^(https:\/\/[^?#]+\.tgz)?$/);
    for (const { dependencies, optionalDependencies } of manifests) {
      for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies }))
        expect(range, name).toMatch(/^\d+\.\d+\.\d+(-[\w.-]+)?$/);
    }
  });

  test('is not added to by scripts of ours: they link its Node, and build where the tools are', () => {
    const lifecycle = /^(pre|post)?(install|prepare|prepublish|pack|publish)(Only)?$/;
    for (const { name, scripts = {} } of manifests) {
      for (const [script, command] of Object.entries(scripts).filter(([script]) => lifecycle.test(script))) {
        const compiling =
          script === 'prepare'
            ? /^node server\/startup\/link-node\.js && \{ test ! -d node_modules\/vitest \|\| (.*); \}$/.exec(command)?.[1]
            : command;
        expect(compiling, `${name}: ${script}`).toMatch(
          /^(tsc -b[ .\w/]*( && node bin\/svc\.js man --write man --json)?|node tools\/build\.ts --if-needed)$/,
        );
      }
    }
  });
});

test('npm run sbom prints every package of production with its hash and its licence', { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { maxBuffer: 32 * 1024 * 1024 });
  const { bomFormat, components, metadata } = JSON.parse(stdout) as {
    readonly bomFormat: string;
    readonly components: readonly { name: string; version: string; hashes?: unknown[]; licenses?: unknown[] }[];
    readonly metadata: { readonly component: { readonly name: string } };
  };
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'agency-service']);
  const ours = manifests.slice(1).map(({ name, version }) => `${name}@${version}`);
  const expected = new Set([...ours, ...production.map(([path, { version }]) => `${nameOf(path)}@${version}`)]);
  expect(components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual([...expected].toSorted());
  for (const { name, hashes = [], licenses = [] } of components) {
    if (name.startsWith('@agency-service/')) continue;
    expect([name, hashes.length, licenses.length]).toEqual([name, 1, 1]);
  }
});
