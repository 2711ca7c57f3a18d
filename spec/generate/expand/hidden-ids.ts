import { membersOf } from './members.ts';
import type { Complaints } from './source-file.ts';
import type { SourceFiles } from './source-files.ts';

const isParameter = (segment: string) => segment.startsWith('{');

/**
 * Where requests match both paths: the segments of the first that take the place of ids of the second, because the routes prefer
 * fixed segments. Empty where nothing is hidden.
 */
function hiddenBy(path: string, other: string): string[] {
  const [own, others] = [path.split('/'), other.split('/')];
  if (own.length !== others.length) return [];
  const pairs = own.map((segment, index) => [segment, others[index]!] as const);
  if (pairs.some(([segment, beside]) => segment !== beside && !isParameter(segment) && !isParameter(beside))) return [];
  const first = pairs.find(([segment, beside]) => isParameter(segment) !== isParameter(beside));
  if (!first || isParameter(first[0])) return [];
  return pairs.filter(([segment, beside]) => !isParameter(segment) && isParameter(beside)).map(([segment]) => segment);
}

/** Complains of paths that hide ids of others, unless their operations say so, and of operations that say so without reason. */
export function checkHiddenIds(sources: SourceFiles, complaints: Complaints): void {
  const contract = sources.named('openapi.yaml');
  const paths = Object.keys(membersOf(contract.content['paths']));
  for (const path of paths) {
    const reference = membersOf(membersOf(contract.content['paths'])[path])['$ref'];
    const item = typeof reference === 'string' ? membersOf(sources.follow(contract, reference)?.node) : {};
    const said = new Set(Object.values(item).flatMap((operation) => (membersOf(operation)['x-hides'] as string | undefined) ?? []));
    for (const other of paths) {
      const hidden = hiddenBy(path, other);
      if (hidden.length > 0 && !said.delete(other)) {
        const id = hidden.map((segment) => `"${segment}"`).join(' and ');
        complaints.add(
          contract,
          ['paths', path],
          `${path} hides the id ${id} of ${other}: choose another path or, if no id can be that, add \`x-hides: ${other}\` to its operation`,
        );
      }
    }
    for (const other of said) complaints.add(contract, ['paths', path], `${path} does not hide ids of ${other}: remove \`x-hides\``);
  }
}
