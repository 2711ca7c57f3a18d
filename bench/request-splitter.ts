const headEnd = Buffer.from('\r\n\r\n');
const contentLength = /\r\ncontent-length: *(\d+)/i;

/** Finds the requests in what one HTTP/1.1 connection brings. Each states the length of its body. */
export class RequestSplitter {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Of the request that has begun, from its first byte on. Unknown until its head is there. */
  #request: { readonly bodyStart: number; readonly end: number } | undefined;

  /** The bodies of the requests that the chunk completes. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const bodies: Buffer[] = [];
    for (;;) {
      this.#request ??= this.#readHead();
      if (!this.#request || this.#length < this.#request.end) return bodies;
      const { bodyStart, end } = this.#request;
      const bytes = this.#joined();
      bodies.push(bytes.subarray(bodyStart, end));
      this.#request = undefined;
      this.#length -= end;
      this.#chunks = this.#length > 0 ? [bytes.subarray(end)] : [];
    }
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks, this.#length)];
    return this.#chunks[0]!;
  }

  #readHead(): { bodyStart: number; end: number } | undefined {
    if (this.#length === 0) return undefined;
    const bytes = this.#joined();
    const end = bytes.indexOf(headEnd);
    if (end < 0) return undefined;
    const length = contentLength.exec(bytes.toString('latin1', 0, end));
    if (!length) throw new Error('a request does not state the length of its body');
    const bodyStart = end + headEnd.length;
    return { bodyStart, end: bodyStart + Number(length[1]) };
  }
}
