/** The samples that verify deliveries. */
declare module 'built:recipes' {
  export const recipes: readonly { readonly title: string; readonly code: string }[];
}

/** The title of each `error_detail` of an attempt. */
declare module 'built:attempt-titles' {
  export const attemptTitles: Readonly<Record<keyof typeof import('../../sdk/src/generated/attempt-errors.ts').attemptErrors, string>>;
}

/** What to do about each `error_detail` of an attempt. */
declare module 'built:attempt-advice' {
  export const attemptAdvice: Readonly<Record<string, string>>;
}

/** The releases of the API, newest first. */
declare module 'built:releases' {
  export const releases: readonly { readonly name: string; readonly date: string }[];
}

declare module 'built:limits' {
  /** The limits of the contract with these names. */
  export const limits: Readonly<Record<'exportDays' | 'refreshMinutes' | 'episodeAccepted' | 'episodeMinutes', number>> & {
    readonly latencyBoundsMs: readonly number[];
  };
}

/** The shapes of `mark.svg`, which is also the icon of the page. */
declare module 'built:mark' {
  export const mark: { readonly viewBox: string; readonly shapes: string };
}

/** The events of the contract, with the members and a sample of each payload. */
declare module 'built:event-catalogue' {
  export const eventCatalogue: readonly {
    readonly type: string;
    readonly description: string;
    readonly members: readonly (readonly [name: string, type: string, meaning: string])[];
    readonly sample: string;
  }[];
}
