import type { RequestHandler } from 'express';
import { FixedResponse, longResponses, sendFixedResponse } from '../steps/fixed-response.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Files by the paths at which they are served: those of the documentation, or of the console. */
export interface ServedFiles {
  readonly paths: ReadonlyMap<string, string>;
  /** An immutable file is not requested again: its name contains a hash. */
  file(name: string, path: string): { readonly contentType: string; readonly body: string | Buffer; readonly isImmutable?: true };
  /** Headers of every page. */
  readonly pageHeaders: Readonly<Record<string, string>>;
}

/** Serves files from memory. */
export function servedFiles(files: ServedFiles): RequestHandler {
  const { paths } = files;
  const responses = new Map<string, { readonly fixed: FixedResponse; readonly cacheControl: string | undefined }>();
  const throttle = longResponses();
  return async (request, response, next) => {
    const { method, path } = request;
    const name = method === 'GET' || method === 'HEAD' ? paths.get(path) : undefined;
    if (name === undefined) {
      next();
      return;
    }
    let found = responses.get(path);
    if (!found) {
      const { contentType, body, isImmutable } = files.file(name, path);
      found = { fixed: new FixedResponse(contentType, Buffer.from(body)), cacheControl: isImmutable && immutable };
      responses.set(path, found);
    }
    const contentType = String(found.fixed.value);
    response.setHeader('content-type', contentType);
    if (contentType.startsWith('text/html'))
      for (const [header, value] of Object.entries(files.pageHeaders)) response.setHeader(header, value);
    await sendFixedResponse(found.fixed, request, response, throttle, found.cacheControl);
  };
}
