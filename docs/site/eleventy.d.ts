/** What of Eleventy makes this site: it brings no types. */
declare module '@11ty/eleventy' {
  export interface CollectionApi {
    getAll<Item>(): Item[];
  }

  export interface UserConfig {
    readonly ignores: Set<string>;
    setTemplateFormats(formats: readonly string[]): void;
    setLayoutsDirectory(path: string): void;
    setLibrary(name: string, library: object): void;
    addPreprocessor(name: string, formats: string, change: (data: object, content: string) => string): void;
    addTransform(name: string, change: (content: string) => string): void;
    addGlobalData(name: string, data: unknown): void;
    addTemplate(path: string, content: string, data: object): void;
    addCollection(name: string, choose: (api: CollectionApi) => unknown): void;
    addFilter<Value>(name: string, filter: (value: Value, argument: string) => unknown): void;
    addPassthroughCopy(paths: Readonly<Record<string, string>>): void;
  }

  export default class Eleventy {
    constructor(input: string, output: string, options: { readonly quietMode: boolean; readonly configPath: string });
    write(): Promise<void>;
  }
}
