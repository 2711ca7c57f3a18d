/** The documentation's files by their names, with a slash between folders. */
export type SiteFiles = ReadonlyMap<string, string>;

/** The browser application's files by their names, with a slash between folders: its page, `index.html`, and those below `assets`. */
export type ConsoleFiles = ReadonlyMap<string, Buffer>;
