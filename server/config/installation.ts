import type { InstallationValues } from '../../generated/installation.ts';
import type { Config } from './config.ts';

/** Replaces names in braces by the values of the installation, in a text or a document. */
export type FillIn = <Node>(node: Node) => Node;

type Settings = Pick<Config, 'publicUrl' | 'operatorUrl' | 'versionsUrl' | 'errorsBase' | 'formerBrand' | 'devDestinations'>;

function valuesOf({ publicUrl, operatorUrl, versionsUrl, errorsBase, formerBrand, devDestinations }: Settings): InstallationValues {
  const ranges = devDestinations.map((range) => `\`${range}\``).join(', ');
  return {
    base_url: publicUrl,
    operator_url: operatorUrl,
    docs_url: versionsUrl,
    errors_base: errorsBase,
    former_brand: formerBrand,
    former_prefix: formerBrand.toLowerCase(),
    dev_destinations: ranges && ` For development, this installation also delivers to addresses in ${ranges}, over HTTP too.`,
  };
}

export function installationFiller(settings: Settings): FillIn {
  const values: Readonly<Record<string, string>> = { ...valuesOf(settings) };
  const names = new RegExp(`\\{(${Object.keys(values).join('|')})\\}`, 'g');
  const fillIn = (node: unknown): unknown => {
    if (typeof node === 'string') return node.replace(names, (_, name: string) => values[name]!);
    if (Array.isArray(node)) return node.map(fillIn);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, fillIn(member)]));
  };
  return fillIn as FillIn;
}
