/** A fenced text of a page, with what its first line says of it. */
export interface Fence {
  readonly language: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The fenced texts of a page in their order. */
export function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\w*)([^\n]*)\n(.*?)\n```$/gms)].map(([, language, info, text]) => ({
    language: language!,
    text: text!,
    attributes: Object.fromEntries([...info!.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!])),
  }));
}
