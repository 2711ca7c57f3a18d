import type { ChangelogFile, FormerRelease } from '../../spec/generate/releases.ts';
import { type Content, Contract, pageName } from './contract.ts';
import { memberTable, table } from './members.ts';

/** A former release and its contract. */
export interface FormerContract {
  readonly name: string;
  readonly contract: Contract;
}

/** The contracts of the former releases, newest first. */
export function readFormerContracts({ releases }: ChangelogFile): Promise<FormerContract[]> {
  return Promise.all(
    releases.slice(1).map(async ({ name }) => ({ name, contract: await Contract.read(`generated/openapi.${name}.json`) })),
  );
}

/** A section for each former release whose text differs from that of the release after it. */
export function formerSections(
  newest: string,
  formers: readonly FormerContract[],
  textOf: (contract: Contract) => string,
  section: (release: string, contract: Contract) => string,
): string[] {
  let after = newest;
  return formers.flatMap(({ name, contract }) => {
    const text = textOf(contract);
    const isOther = text !== after;
    after = text;
    return isOther ? [section(name, contract)] : [];
  });
}

/** Links to the operations and events whose members differ between two contracts. */
function changedPages(contract: Contract, former: Contract): string[] {
  const operations = contract.operations.flatMap(({ operationId, summary, responses }) => {
    const others = former.operations.find((operation) => operation.operationId === operationId)?.responses ?? [];
    const isOther = responses.some((response, index) => jsonMembers(contract, response) !== jsonMembers(former, others[index] ?? response));
    return isOther ? [`[${summary}](reference/${pageName(operationId)}.md)`] : [];
  });
  const events = Object.entries(contract.document.webhooks ?? {}).flatMap(([type, { post }]) => {
    const other = former.document.webhooks![type]!.post;
    return jsonMembers(contract, post.requestBody) === jsonMembers(former, other.requestBody) ? [] : [`[\`${type}\`](events/${type}.md)`];
  });
  return [...operations, ...events];
}

/** The members of the JSON of a request or a response. */
export function jsonMembers(contract: Contract, { content }: { readonly content?: Content }): string {
  const media = content?.['application/json'];
  return media ? memberTable(contract, media.schema, false) : '';
}

const membersIn = (contract: Contract, schema: string) => contract.memberNames(schema).map((name) => `\`${name}\``);

/** Every release, newest first, with what it changed of the one before. */
export function releaseList(
  { releases }: ChangelogFile,
  contract: Contract,
  formers: readonly FormerContract[],
  changed: readonly FormerRelease[],
): string {
  const contracts = [contract, ...formers.map((former) => former.contract)];
  return releases
    .map(({ name, date, description }, index) => {
      const own = contracts[index]!;
      const former = contracts[index + 1];
      const heading = [`### ${name} (${date})`, description.trim()];
      if (!former) return heading.join('\n\n');
      const rows = changed[index]!.schemas.map((schema) => {
        const [now, before] = [membersIn(own, schema), membersIn(former, schema)];
        const added = now.filter((member) => !before.includes(member));
        const removed = before.filter((member) => !now.includes(member));
        return [`\`${schema}\``, removed.join(', ') || '–', added.join(', ') || '–'];
      });
      const contractLink = `The contract of ${releases[index + 1]!.name} is at \`{base_url}/docs/openapi.${releases[index + 1]!.name}.json\`.`;
      return [
        ...heading,
        table(['schema', `only in ${releases[index + 1]!.name}`, `only in ${name}`], rows),
        `It is in: ${changedPages(own, former).join(', ')}.`,
        contractLink,
      ].join('\n\n');
    })
    .join('\n\n');
}
