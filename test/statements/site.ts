/** A call by the path of its source and its place among those that may run a statement. */
export const siteOf = (path: string, place: number) => `${path}#${place}`;
