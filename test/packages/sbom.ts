import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What npm prints, as far as it is changed here. */
interface Bom {
  readonly metadata: { readonly component: Component };
  components: Component[];
  dependencies: { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  name: string;
}

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/**
 * The bill of materials of production, as CycloneDX. npm itself leaves out with its development packages what production needs
 * too, so that it prints all of them and the lockfile shows which are of production.
 */
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const bom = JSON.parse(text) as Bom;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> };

const production = new Set(
  Object.entries(packages)
    .filter(([, { dev, link }]) => !dev && !link)
    .map(([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`),
);

/** npm calls a package of the project by its folder. */
function named(component: Component): Component {
  const reference = component['bom-ref'];
  return { ...component, name: reference.slice(0, reference.lastIndexOf('@')) };
}

bom.components = bom.components.filter((component) => production.has(component['bom-ref'])).map(named);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => production.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((reference) => production.has(reference)) }));
const metadata = { ...bom.metadata, component: named(bom.metadata.component) };
process.stdout.write(`${JSON.stringify({ ...bom, metadata }, null, 2)}\n`);
