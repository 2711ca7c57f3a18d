import type { RequestHandler } from 'express';
import { noStore } from '../steps/response-headers.ts';
import { compressResponse } from '../steps/compress-response.ts';
import type { ServedFiles } from '../static/served-files.ts';

/** The browser application at one of its doors. */
export interface ConsolePages extends ServedFiles {
  readonly door: string;
  hasPageAt(path: string): boolean;
  page(path: string): string;
  /** Headers of the page where pages of these origins may show it inside of their own. */
  headers(origins: readonly string[]): Readonly<Record<string, string>>;
}

/**
 * Serves the application's page, the same at every path below its prefix: the application reads the rest of the path.
 * `originsOf` returns, by the path's first segment below the prefix, the origins that may embed the page; none without it.
 */
export function consolePages(pages: ConsolePages, originsOf?: (name: string) => Promise<readonly string[]>): RequestHandler {
  return async (request, response, next) => {
    const { method, path } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !pages.hasPageAt(path)) {
      next();
      return;
    }
    const name = path.split('/')[2] ?? '';
    const origins = originsOf && name !== '' ? await originsOf(name) : [];
    const headers = { ...pages.headers(origins), ...noStore, 'content-type': 'text/html; charset=utf-8' };
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    const body = await compressResponse(Buffer.from(pages.page(path)), request, response);
    response.setHeader('content-length', body.length);
    response.end(method === 'HEAD' ? undefined : body);
  };
}
