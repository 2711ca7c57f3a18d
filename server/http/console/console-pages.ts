import type { RequestHandler } from 'express';
import { noStore } from '../steps/response-headers.ts';
import { sendCompressed } from '../steps/compress-response.ts';
import type { ServedFiles } from '../static/served-files.ts';

/** The browser application, as the console or as the portal. */
export interface ConsolePages extends ServedFiles {
  hasPageAt(path: string): boolean;
  page(path: string): string;
  /** Headers of the page, which pages of these origins may embed. */
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
    await sendCompressed(pages.page(path), request, response);
  };
}
