import type { RequestHandler } from 'express';
import { FixedResponse, longResponses, sendFixedResponse } from '../steps/fixed-response.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Files by the paths at which they are served: those of the documentation, or of the console. */
export interface ServedFiles {
  readonly paths: ReadonlyMap<string, string>;
  /** Files that never change, because their names contain a hash, are not requested again. */
  file(name: string, path: string): { readonly contentType: string; readonly body: string | Buffer; readonly isImmutable?: true };
  /** Headers of every page. */
  readonly pageHeaders: Readonly<Record<string, string>>;
}

/** Serves files from memory: no request for them opens anything. */
export function servedFiles(files: ServedFiles): RequestHandler {
  const { paths } = files;
  const answers = new Map<string, { readonly answer: FixedResponse; readonly cacheControl: string | undefined }>();
  const turns = longResponses();
  return async (request, response, next) => {
    const name = request.method === 'GET' || request.method === 'HEAD' ? paths.get(request.path) : undefined;
    if (name === undefined) {
      next();
      return;
    }
    const { path } = request;
    let found = answers.get(path);
    if (!found) {
      const { contentType, body, isImmutable } = files.file(name, path);
      const answer = new FixedResponse(contentType, typeof body === 'string' ? Buffer.from(body) : body);
      found = { answer, cacheControl: isImmutable && immutable };
      answers.set(path, found);
    }
    const { answer, cacheControl } = found;
    const contentType = String(answer.value);
    response.setHeader('content-type', contentType);
    if (contentType.startsWith('text/html'))
      for (const [header, value] of Object.entries(files.pageHeaders)) response.setHeader(header, value);
    await sendFixedResponse(answer, request, response, turns, cacheControl);
  };
}
