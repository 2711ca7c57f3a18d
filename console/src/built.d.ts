/** What `console/build.ts` makes of the documentation's recipes. */
declare module 'built:recipes' {
  export const recipes: readonly { readonly title: string; readonly code: string }[];
}

/** The releases of the API, newest first. */
declare module 'built:releases' {
  export const releases: readonly { readonly name: string; readonly date: string }[];
}

/** The shapes of `mark.svg`, which is also the icon of the page. */
declare module 'built:mark' {
  export const mark: { readonly viewBox: string; readonly shapes: string };
}
