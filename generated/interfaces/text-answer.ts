// Generated from spec/ by `npm run generate`. Do not edit.

/** An answer that is text of another form than JSON: a page, or figures for a monitor. */
export class TextAnswer<MediaType extends string> {
  /** The media type with its parameters, as the header tells it. */
  readonly contentType: `${MediaType}; ${string}`;
  readonly text: string;

  constructor(contentType: `${MediaType}; ${string}`, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}
