import type { RequestHandler } from 'express';
import type { PortalLinks } from '../../access/keys/portal-links.ts';
import { Problem, problems } from '../../problems/problem.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import { noStore } from '../steps/response-headers.ts';
import { authorOf } from '../steps/contexts.ts';
import { notFound } from '../steps/match-operation.ts';
import { readBody } from '../steps/read-body.ts';

const path = /^\/portal\/([^/]+)\/session$/;
const body = { body: 'required', maxBodyBytes: 4_096 } as const;

/**
 * Exchanges the key of a link for a session, which the portal's page sends as a bearer token: no cookie, which a frame of another site may be
 * refused, and which over plain HTTP could not be `SameSite=None`.
 */
export function portalAuthentication(links: Pick<PortalLinks, 'open'>): RequestHandler {
  return async (request, response, next) => {
    const [, linkId] = path.exec(request.path) ?? [];
    if (linkId === undefined || request.method === 'GET' || request.method === 'HEAD') {
      next();
      return;
    }
    if (request.method !== 'POST') throw notFound(request, { allow: ['POST'] });
    const given = (await readBody(body, request, response)) as { readonly key?: unknown } | null | undefined;
    const key = given?.key;
    if (typeof key !== 'string' || key === '') throw fieldRefusal('key', 'must be the key of the link', 'type', problems);
    const { address, requestId } = authorOf({ kind: 'key', id: null, name: '' }, { request, response });
    const session = await links.open(linkId, key, { address, requestId });
    if (!session) {
      throw new Problem('invalid_api_key', {
        detail: 'The link is invalid, has expired, or has reached its limit of uses. Ask for a new one.',
      });
    }
    const text = Buffer.from(JSON.stringify({ token: session.token, expires_at: session.expiresAt.toISOString(), theme: session.theme }));
    response.status(201).set({ ...noStore, 'content-type': 'application/json; charset=utf-8', 'content-length': String(text.length) });
    response.end(text);
  };
}
