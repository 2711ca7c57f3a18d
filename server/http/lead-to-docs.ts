import type { RequestHandler } from 'express';

/** Leads people who open the service's address to its documentation; a program's request goes on as for any path. */
export const leadToDocs: RequestHandler = (request, response, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || request.path !== '/') {
    next();
    return;
  }
  response.vary('Accept');
  if (request.accepts('json', 'html') !== 'html') {
    next();
    return;
  }
  response.statusCode = 303;
  // Relative, so that it holds behind a proxy that serves the service under a path.
  response.setHeader('location', 'docs');
  response.end();
};
