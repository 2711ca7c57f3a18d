import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { Problem } from '../../problems/problem.ts';
import { requestStateOf } from '../steps/request-state.ts';
import { challengeOf, noStore } from '../steps/response-headers.ts';
import type { Realm } from '../steps/send-problem.ts';
import { sendCompressed } from '../steps/compress-response.ts';
import type { ServedFiles } from './served-files.ts';

/** Deeper paths get no page, because its relative links would be wrong there. */
const maxSegments = 8;

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Whether a browser navigates to the address. Programs get a problem. */
function isOpened(request: Request, response: Response): boolean {
  if (!isRead(request)) return false;
  response.vary('Accept');
  return request.accepts('json', 'html') === 'html';
}

/** `location` is relative, so that it works behind a proxy that serves the service under a path. */
function redirect(response: Response, status: number, location: string): void {
  response.statusCode = status;
  response.setHeader('location', location);
  response.end();
}

/** Redirects browsers from the address of the listener to a page. */
export function redirectHome(page: string): RequestHandler {
  return (request, response, next) => {
    if (request.path === '/' && isOpened(request, response)) redirect(response, 303, page);
    else next();
  };
}

export interface Documentation extends ServedFiles {
  readonly home: string;
  framed(title: string, body: string, path: string): string;
}

/** Files that programs request from any host; this service has none. */
const wellKnownFiles = ['/robots.txt', '/favicon.ico'];

const isOfDocs = ({ home }: Documentation, path: string) => path.startsWith(`/${home}/`);

/** Refuses unknown addresses of the documentation with 404. Redirects from the address of a page with a trailing slash to the page. */
export function refuseUnknownPage(site: Documentation): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const page = path.slice(0, -1);
    const isPage = path.endsWith('/') && (page === `/${site.home}` || site.paths.has(page));
    if (isRead(request) && isPage) redirect(response, 308, `../${page.split('/').at(-1)!}${request.url.slice(path.length)}`);
    else if (isOfDocs(site, path) || wellKnownFiles.includes(path))
      throw new Problem('not_found', { detail: `There is nothing at ${path}.` });
    else next();
  };
}

/** The problems of a browser at an unknown address: it sends neither a version nor a key. */
const slugsOfBrowsers: readonly string[] = ['missing_version', 'missing_authorization', 'not_found'];

/** Answers a browser at an unknown address with a page, with the status that a program gets. */
export function notFoundPage(site: Documentation, realm: Realm): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const { headers, path } = request;
    const given = error instanceof Problem ? (error as Problem) : undefined;
    const problem = given && slugsOfBrowsers.includes(given.slug) ? given : undefined;
    const hasPage =
      problem !== undefined &&
      requestStateOf(response).operationId === undefined &&
      (headers.authorization === undefined || isOfDocs(site, path)) &&
      path.split('/').length <= maxSegments;
    if (!hasPage || response.headersSent || !isOpened(request, response)) {
      next(error);
      return;
    }
    const home = '../'.repeat(path.split('/').length - 2) + site.home;
    const body = isOfDocs(site, path)
      ? `<p>The documentation does not contain this page. <a href="${home}">Start at the first page</a>, or <a href="${home}/search">search</a>.</p>`
      : `<p>There is nothing at this address. <a href="${home}">Start at the documentation</a>.</p>`;
    response.statusCode = problem.status;
    const sent = { ...challengeOf(problem, realm), ...site.pageHeaders, ...noStore, 'content-type': 'text/html; charset=utf-8' };
    for (const [name, value] of Object.entries(sent)) response.setHeader(name, value);
    await sendCompressed(site.framed('Page not found', body, path), request, response);
  };
}
