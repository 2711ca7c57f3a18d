import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { Problem } from '../../problems/problem.ts';
import { requestStateOf } from '../steps/request-state.ts';
import { challengeOf, noStore } from '../steps/response-headers.ts';
import type { Realm } from '../steps/send-problem.ts';
import { compressResponse } from '../steps/compress-response.ts';

/** Deeper paths are not those of a page: links on a page that answers them would repeat their depth. */
const mostSegments = 8;

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Whether a person opens the address in a browser: programs get what they get at any path. */
function isOpened(request: Request, response: Response): boolean {
  if (!isRead(request)) return false;
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
    redirect(response, 303, page);
  };
}

/** `location` is relative, so that it works behind a proxy that serves the service under a path. */
function redirect(response: Response, status: number, location: string): void {
  response.statusCode = status;
  response.setHeader('location', location);
  response.end();
}

/** A documentation as far as this needs it. */
export interface Documentation {
  readonly home: string;
  readonly paths: ReadonlyMap<string, string>;
  readonly pageHeaders: Readonly<Record<string, string>>;
  framed(title: string, body: string, path: string): string;
}

/** Files that programs request from any host; this service has none. */
const wellKnownFiles = ['/robots.txt', '/favicon.ico'];

/**
 * Responds at addresses of the documentation that have no page: a browser gets a page that links to others, a program 404. An address that has a
 * page without its last slash redirects to it.
 */
export function missingPage(site: Documentation): RequestHandler {
  return async (request, response, next) => {
    const { path } = request;
    if (wellKnownFiles.includes(path)) throw noDocument(path);
    if (!path.startsWith(`/${site.home}/`)) {
      next();
      return;
    }
    const page = path.slice(0, -1);
    if (isRead(request) && path.endsWith('/') && (page === `/${site.home}` || site.paths.has(page))) {
      redirect(response, 308, `../${page.split('/').at(-1)!}${request.url.slice(path.length)}`);
      return;
    }
    if (path.split('/').length > mostSegments || !isOpened(request, response)) throw noDocument(path);
    const home = homeOf(site, path);
    const body = `<p>The documentation does not contain this page. <a href="${home}">Start at the first page</a>, or <a href="${home}/search">search</a>.</p>`;
    await sendPage(site, { request, response, status: 404, body });
  };
}

const noDocument = (path: string) => new Problem('not_found', { detail: `There is nothing at ${path}.` });

const homeOf = ({ home }: Documentation, path: string) => '../'.repeat(path.split('/').length - 2) + home;

interface Sent {
  readonly request: Request;
  readonly response: Response;
  readonly status: number;
  readonly body: string;
}

async function sendPage(site: Documentation, { request, response, status, body }: Sent): Promise<void> {
  response.statusCode = status;
  const headers = { ...site.pageHeaders, ...noStore, 'content-type': 'text/html; charset=utf-8' };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const bytes = await compressResponse(Buffer.from(site.framed('Page not found', body, request.path)), request, response);
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** What a browser gets at an address that is not an operation: it sends neither a version nor a key. */
const lostSlugs: readonly string[] = ['missing_version', 'missing_authorization', 'not_found'];

/** Answers a browser at an unknown address with a page that leads back, with the status that a program gets. */
export function lostPage(site: Documentation, realm: Realm): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    const { headers, path } = request;
    const problem = error instanceof Problem ? (error as Problem) : undefined;
    const isLost =
      problem !== undefined &&
      lostSlugs.includes(problem.slug) &&
      requestStateOf(response).operationId === undefined &&
      headers.authorization === undefined &&
      path.split('/').length <= mostSegments;
    if (!isLost || response.headersSent || !isOpened(request, response)) {
      next(error);
      return;
    }
    for (const [name, value] of Object.entries(challengeOf(problem, realm))) response.setHeader(name, value);
    const body = `<p>There is nothing at this address. <a href="${homeOf(site, path)}">Start at the documentation</a>.</p>`;
    await sendPage(site, { request, response, status: problem.status, body });
  };
}
