import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { dailyTables } from '../../server/database/partitions/partitions.ts';
import { differencesOf, surprisesOf } from './compare.ts';
import type { Column, Describer } from './describe.ts';
import type { Noted } from './notes.ts';
import type { Call } from './row-types.ts';

const reaches = [new TenantScope('', []), new TenantScope('', [''])];

/** Names a table of agencies by its reach. */
const isUnbound = /\{(scope )?\w+( \w+)?\}/;

/** A day's partition has the columns of its table. */
const partition = new RegExp(`\\b(${dailyTables.join('|')})_\\d{8}\\b`, 'g');

/** The statement as it is sent: for keys with and without a limit where it is bound to their reach. */
function sentForms(text: string, valueCount: number): string[] {
  const whole = text.replace(partition, '$1');
  if (!isUnbound.test(whole)) return [whole];
  const values = Array<null>(valueCount).fill(null);
  return reaches.map((reach) => new ScopedStatements().addScope(reach, { text: whole, values }).text);
}

/** What is wrong with statements and the types of their rows, a line each. A test must run every call. */
export async function check(calls: readonly Call[], notes: ReadonlyMap<string, Noted>, describer: Describer): Promise<string[]> {
  const findings = new Set<string>();
  for (const { site, place, row } of calls) {
    const noted = notes.get(site);
    if (!noted) {
      findings.add(`${place} no test runs this statement`);
      continue;
    }
    const returned = new Set<string>();
    for (const text of [...noted.statements].flatMap(([each, valueCount]) => sentForms(each, valueCount))) {
      let columns: readonly Column[];
      try {
        columns = await describer.describe(text);
      } catch (error) {
        findings.add(`${place} PostgreSQL refuses the statement: ${(error as Error).message}`);
        continue;
      }
      for (const { name } of columns) returned.add(name);
      for (const difference of row ? differencesOf(row, columns) : []) findings.add(`${place} ${difference}`);
    }
    for (const surprise of row ? surprisesOf(row, noted) : []) findings.add(`${place} ${surprise}`);
    for (const { name, isOptional } of row ?? []) {
      if (isOptional && !returned.has(name)) findings.add(`${place} "${name}" is a column of no form of the statement`);
    }
  }
  return [...findings];
}
