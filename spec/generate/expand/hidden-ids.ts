import { membersOf } from './members.ts';
import type { ContractErrors } from './source-file.ts';
import type { SourceFiles } from './source-files.ts';

const isParameter = (segment: string) => segment.startsWith('{');

/** The fixed segments of a path that hide ids of the other path, because routes prefer fixed segments. Empty if no request matches both. */
function hiddenBy(path: string, other: string): string[] {
  const [own, others] = [path.split('/'), other.split('/')];
  if (own.length !== others.length) return [];
  const pairs = own.map((segment, index) => [segment, others[index]!] as const);
  if (pairs.some(([segment, otherSegment]) => segment !== otherSegment && !isParameter(segment) && !isParameter(otherSegment))) return [];
  const first = pairs.find(([segment, otherSegment]) => isParameter(segment) !== isParameter(otherSegment));
  if (!first || isParameter(first[0])) return [];
  return pairs.filter(([segment, otherSegment]) => !isParameter(segment) && isParameter(otherSegment)).map(([segment]) => segment);
}

/** Reports paths that hide ids of others without `x-hides`, and `x-hides` without a hidden id. */
export function checkHiddenIds(sources: SourceFiles, errors: ContractErrors): void {
  const contract = sources.named('openapi.yaml');
  const items = sources.pathItems;
  for (const [path, item] of items) {
    const declared = new Set(Object.values(item).flatMap((operation) => (membersOf(operation)['x-hides'] as string | undefined) ?? []));
    for (const [other] of items) {
      const hidden = hiddenBy(path, other);
      if (hidden.length > 0 && !declared.delete(other)) {
        const id = hidden.map((segment) => `"${segment}"`).join(' and ');
        errors.add(
          contract,
          ['paths', path],
          `${path} hides the id ${id} of ${other}: choose another path or, if no id can be that, add \`x-hides: ${other}\` to its operation`,
        );
      }
    }
    for (const other of declared) errors.add(contract, ['paths', path], `${path} does not hide ids of ${other}: remove \`x-hides\``);
  }
}
