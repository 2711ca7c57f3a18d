import type { Request, RequestHandler, Response } from 'express';
import { noStore } from '../steps/response-headers.ts';
import { addressOf } from '../connection/client-address.ts';
import { compressResponse } from '../steps/compress-response.ts';
import { Throttle } from '../fairness/throttle.ts';

/** Deeper paths are not those of a page: links on a page that answers them would repeat their depth. */
const mostSegments = 8;

/** Whether a person opens the address in a browser: programs get what they get at any path. */
function isOpened(request: Request, response: Response): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  response.vary('Accept');
  return request.accepts('json', 'html') === 'html';
}

/** Leads people who open the listener's address to a page, which is given relative to that address. */
export function leadTo(page: string): RequestHandler {
  return (request, response, next) => {
    if (request.path !== '/' || !isOpened(request, response)) {
      next();
      return;
    }
    response.statusCode = 303;
    // Relative, so that it holds behind a proxy that serves the service under a path.
    response.setHeader('location', page);
    response.end();
  };
}

/** A documentation as far as this needs it. */
export interface Documentation {
  readonly home: string;
  readonly pageHeaders: Readonly<Record<string, string>>;
  framed(title: string, body: string, path: string): string;
}

/** Answers a browser that asks for a page that the documentation does not have with a page that leads to those that it has. */
export function missingPage(site: Documentation): RequestHandler {
  const pace = new Throttle();
  return async (request, response, next) => {
    const { path } = request;
    const isBelow = path.startsWith(`/${site.home}/`) && path.split('/').length <= mostSegments;
    if (!isBelow || !isOpened(request, response)) {
      next();
      return;
    }
    await pace.letIn(addressOf(request), response);
    if (response.destroyed) return;
    const home = '../'.repeat(path.split('/').length - 2) + site.home;
    const body = `<p>The documentation does not contain this page. <a href="${home}">Start at the first page</a>, or <a href="${home}/search">search</a>.</p>`;
    response.statusCode = 404;
    const headers = { ...site.pageHeaders, ...noStore, 'content-type': 'text/html; charset=utf-8' };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const bytes = await compressResponse(Buffer.from(site.framed('Page not found', body, path)), request, response);
    response.setHeader('content-length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
}
