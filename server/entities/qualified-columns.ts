/** SQL: columns of the table or subquery with the alias. */
export const qualifiedColumns = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ');
