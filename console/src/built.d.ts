/** What `console/build.ts` makes of the documentation's recipes. */
declare module 'built:recipes' {
  export const recipes: readonly { readonly title: string; readonly code: string }[];
}
