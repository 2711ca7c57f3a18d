// Generated from spec/ by `npm run generate`. Do not edit.

/** A text response that is not JSON: a page or metrics. */
export class TextAnswer<MediaType extends string> {
  /** The media type with its parameters, as in the header. */
  readonly contentType: MediaType | `${MediaType}; ${string}`;
  readonly text: string;

  constructor(contentType: MediaType | `${MediaType}; ${string}`, text: string) {
    this.contentType = contentType;
    this.text = text;
  }
}

/** The connection to a client that reads a stream. */
export interface StreamReader {
  /** `data` is JSON text without line breaks. */
  send(event: string, data: string): void;
  /** Resolves when the connection has sent the buffered data or has ended. A stream with too much buffered data is closed. */
  drained(): Promise<void>;
  /** Ends the stream. */
  end(): void;
}

/** A stream of server-sent events. */
export class StreamAnswer extends TextAnswer<'text/event-stream'> {
  /** Starts to send, and returns a function that stops it. */
  readonly open: (reader: StreamReader) => () => void;

  constructor(open: (reader: StreamReader) => () => void) {
    super('text/event-stream; charset=utf-8', '');
    this.open = open;
  }
}
