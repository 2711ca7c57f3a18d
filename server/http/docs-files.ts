import type { RequestHandler } from 'express';
import { addressOf } from './client-address.ts';
import { FixedAnswer, sendFixedAnswer } from './fixed-answer.ts';
import { Pace } from './pace.ts';

/** The files of the documentation by the paths at which they are served. */
export interface DocsFiles {
  readonly paths: ReadonlyMap<string, string>;
  file(name: string, path: string): { readonly contentType: string; readonly body: string };
  /** Headers of every page. */
  readonly pageHeaders: Readonly<Record<string, string>>;
}

/** Serves the files below the documentation's first page, from memory: no request for them opens anything. */
export function docsFiles(docs: DocsFiles): RequestHandler {
  const { paths } = docs;
  const answers = new Map<string, FixedAnswer>();
  const pace = new Pace();
  return async (request, response, next) => {
    const name = request.method === 'GET' || request.method === 'HEAD' ? paths.get(request.path) : undefined;
    if (name === undefined) {
      next();
      return;
    }
    await pace.letIn(addressOf(request));
    if (response.destroyed) return;
    const { path } = request;
    let answer = answers.get(path);
    if (!answer) {
      const { contentType, body } = docs.file(name, path);
      answer = new FixedAnswer(contentType, Buffer.from(body));
      answers.set(path, answer);
    }
    const contentType = String(answer.value);
    response.setHeader('content-type', contentType);
    if (contentType.startsWith('text/html'))
      for (const [header, value] of Object.entries(docs.pageHeaders)) response.setHeader(header, value);
    await sendFixedAnswer(answer, request, response);
  };
}
