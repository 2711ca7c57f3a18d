// Generated from spec/ by `npm run generate`. Do not edit.

/** An answer that is text of another form than JSON: a page, or figures for a monitor. */
export class TextAnswer<MediaType extends string> {
  /** The media type with its parameters, as in the header. */
  readonly contentType: MediaType | `${MediaType}; ${string}`;
  readonly text: string;

  constructor(contentType: MediaType | `${MediaType}; ${string}`, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}

/** What the readers of a stream receive. */
export interface StreamReader {
  /** `data` is JSON text without line breaks. */
  send(event: string, data: string): void;
  /** Resolves when the connection has taken what was sent, or has ended: a stream is cut when too much waits. */
  drained(): Promise<void>;
  /** Ends the stream. */
  end(): void;
}

/** Text without an end: server-sent events as they occur. */
export class StreamAnswer extends TextAnswer<'text/event-stream'> {
  /** Begins to send, and returns a function that ends it. */
  readonly open: (reader: StreamReader) => () => void;

  constructor(open: (reader: StreamReader) => () => void) {
    super('text/event-stream; charset=utf-8', '');
    this.open = open;
  }
}
