/** SQL: the columns with the alias of their table or subquery. */
export const qualifiedColumns = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ');
