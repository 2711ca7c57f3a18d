import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { addressOf } from './client-address.ts';
import { FixedAnswer, sendFixedAnswer } from './fixed-answer.ts';
import { Pace } from './pace.ts';

/** The files that the reference page loads. */
const names = ['standalone.js'];

/** A new version of the package is noticed within a day. */
const cacheControl = 'public, max-age=86400';

/** Serves the files of a reference page below a path, from memory: no request for them opens anything. */
export function docsAssets(path: string, directory: string): RequestHandler {
  const answers = new Map(
    names.map((name) => {
      const bytes = readFileSync(join(directory, name));
      return [`${path}/${name}`, new FixedAnswer(bytes, bytes)];
    }),
  );
  const pace = new Pace();
  return async (request, response, next) => {
    const answer = request.method === 'GET' || request.method === 'HEAD' ? answers.get(request.path) : undefined;
    if (!answer) {
      next();
      return;
    }
    await pace.letIn(addressOf(request));
    if (response.destroyed) return;
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    await sendFixedAnswer(answer, request, response, cacheControl);
  };
}
