import { readFile } from 'node:fs/promises';
import { Validators } from './compiled-schemas.ts';
import { type ContractDocument, jsonSchema, operationsOf } from './contract.ts';
import { type Limits, limitOf } from './limits.ts';
import { type Output, literal } from './output.ts';
import { ajvSchema, checkClosed, parametersSchema } from './schemas.ts';

const folder = 'generated/validators';

/** Writes standalone validators of parameters and bodies. */
export async function generateValidators(document: ContractDocument, limits: Limits, output: Output): Promise<void> {
  for (const { name, explanation, validators } of validatorsOf(document)) {
    await output.raw(`${folder}/${name}.js`, validators.module(name, limitOf(limits, 'listed_mismatches')));
    await output.module(`${folder}/${name}.d.ts`, declarations(name, explanation, validators.keys));
  }
  await output.module(`${folder}/instants.ts`, await readFile('spec/templates/instants.ts', 'utf8'));
  await output.module(`${folder}/runtime.ts`, await readFile('spec/templates/validator-runtime.ts', 'utf8'));
  await output.module(`${folder}/validator.ts`, await readFile('spec/templates/validator.ts', 'utf8'));
}

/** The validators of each generated module. */
export function validatorsOf(document: ContractDocument): readonly { name: string; explanation: string; validators: Validators }[] {
  const operations = operationsOf(document);

  const parameters = new Validators(document, { useDefaults: true });
  for (const operation of operations) parameters.add(operation.id, operation.id, parametersSchema(document, operation));

  const bodies = new Validators(document, {});
  for (const operation of operations) {
    const schema = jsonSchema(operation.body?.content);
    if (schema === undefined) continue;
    checkClosed(operation, document);
    bodies.add(operation.id, operation.id, ajvSchema(document, schema));
  }

  return [
    {
      name: 'parameters',
      explanation: 'Query, path and header parameters by operation. Fills in the defaults of the contract.',
      validators: parameters,
    },
    { name: 'bodies', explanation: 'Request bodies by operation. Nothing is coerced or filled in.', validators: bodies },
  ];
}

function declarations(name: string, explanation: string, keys: readonly string[]): string {
  return `
import type { Validator } from './validator.ts';

/** ${explanation} */
export declare const ${name}: {
${keys.map((key) => `  readonly ${JSON.stringify(key)}: Validator;`).join('\n')}
};
`;
}

/** Collects the messages of `x-pattern-message`, by pattern. */
function patternMessages(node: unknown, found: Record<string, string> = {}): Record<string, string> {
  if (typeof node !== 'object' || node === null) return found;
  const { pattern, 'x-pattern-message': message } = node as Record<string, unknown>;
  if (typeof pattern === 'string' && typeof message === 'string') {
    if (Object.hasOwn(found, pattern) && found[pattern] !== message) throw new Error(`Two messages for the pattern ${pattern}`);
    found[pattern] = message;
  }
  for (const member of Object.values(node)) patternMessages(member, found);
  return found;
}

/** Writes the messages for texts that a pattern refuses. */
export async function generatePatterns(document: ContractDocument, output: Output): Promise<void> {
  const messages = Object.entries(patternMessages(document)).sort(([a], [b]) => (a < b ? -1 : 1));
  await output.module(
    'generated/pattern-messages.ts',
    `
/** The message for a text that a pattern of the contract refuses. */
export const patternMessages: Readonly<Record<string, string>> = ${literal(Object.fromEntries(messages))};
`,
  );
}
