import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import lockfile from '../../package-lock.json' with { type: 'json' };
import contract from '../../generated/openapi.json' with { type: 'json' };
import operatorContract from '../../generated/openapi.operator.json' with { type: 'json' };
import { ownVariables } from '../config/settings-table.ts';

const documents = globSync([
  '*.md',
  '{bench,cli,deploy,sdk,sdk/python,spec}/README.md',
  '{contributing,docs,docs/decisions,docs/operate,docs/recipes}/*.md',
  'server/migrations/README.md',
  'spec/openapi.yaml',
]).sort();

const clients = readFileSync('docs/clients.md', 'utf8');

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
}

/** The most packages that `npm ci --omit=dev` installs on one kind of machine. */
function productionPackages(): number {
  const entries = Object.entries(lockfile.packages as Readonly<Record<string, Locked>>);
  const production = entries.filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link).map(([, entry]) => entry);
  const machines = production.filter(({ os }) => os).map(({ os, cpu }) => [os, cpu].flat().join(' '));
  const onOne = machines.map((machine) => machines.filter((other) => other === machine).length);
  return production.length - machines.length + Math.max(...onOne);
}

const operationsOf = ({ paths }: { paths: object }) =>
  Object.values(paths as Record<string, Record<string, { operationId?: string }>>)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => operationId !== undefined).length;
const [publicOperations, operatorOperations] = [operationsOf(contract), operationsOf(operatorContract)];

/** The numbers that documents may state of these things. */
const trueNumbers: Readonly<Record<string, readonly number[]>> = {
  packages: [productionPackages()],
  generators: [
    clients
      .match(/^\| generator \| version \|\n\|---\|---\|\n((?:\|.*\n)+)/m)![1]!
      .trim()
      .split('\n').length,
  ],
  variables: [ownVariables.length],
  operations: [publicOperations, operatorOperations, publicOperations + operatorOperations],
  'frameworks and languages': [globSync('docs/recipes/*.md').length],
};

const words = [
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
];
const numberOf = (text: string) => (/^\d/.test(text) ? Number(text.replaceAll(',', '')) : words.indexOf(text.toLowerCase()) + 3);

/** A number from 3 on, up to two words such as "client" or "operator", and the thing. */
const statement = new RegExp(
  `(?<![\\d.,:–-])\\b(\\d[\\d,]*|${words.join('|')}) (?:(?!(?:of|in|and|or|for|to|from|with|by|a|the)\\b)[a-z-]+ ){0,2}(${Object.keys(trueNumbers).join('|')})\\b`,
  'gi',
);

/** The numbers that a text states. Samples are left out. */
const statedIn = (markdown: string) =>
  [
    ...markdown
      .replaceAll(/^ *```[^]*?^ *```/gm, '')
      .replaceAll(/\s+/g, ' ')
      .matchAll(statement),
  ]
    .map(([text, number, thing]) => ({ text, number: numberOf(number!), thing: thing!.toLowerCase() }))
    .filter(({ number }) => number > 2);

test('statements are found by digits and words, over the end of a line', () => {
  const found = statedIn(
    'At most 258 packages and eight client\ngenerators, 35 environment variables.\n\n```sh\n99 operations\n```\n\nOne operation of two packages.',
  );
  expect(found.map(({ number, thing }) => [number, thing])).toEqual([
    [258, 'packages'],
    [8, 'generators'],
    [35, 'variables'],
  ]);
});

test('numbers of packages, generators, variables, operations and recipes are true in every document that states them', () => {
  const stated = documents.flatMap((path) => statedIn(readFileSync(path, 'utf8')).map((found) => ({ path, ...found })));
  expect(stated.filter(({ number, thing }) => !trueNumbers[thing]!.includes(number))).toEqual([]);
  expect(stated).toContainEqual(expect.objectContaining({ path: 'docs/configuration.md', thing: 'variables' }));
});

test('only the page about configuration states the number of its variables', () => {
  const others = documents.filter((path) => path !== 'docs/configuration.md');
  const stated = others.flatMap((path) => statedIn(readFileSync(path, 'utf8')).filter(({ thing }) => thing === 'variables'));
  expect(stated).toEqual([]);
});
