import type { RequestHandler } from 'express';
import type { PortalLinks } from '../../access/keys/portal-links.ts';
import { Problem } from '../../problems/problem.ts';
import { authorOf } from '../steps/contexts.ts';
import { notFound } from '../steps/match-operation.ts';
import { readCredential, sendSession } from './session-exchange.ts';

const path = /^\/portal\/([^/]+)\/session$/;

/**
 * Exchanges the key of a link for a session, which the portal's page sends as a bearer token. A cookie would not work: browsers may refuse it in
 * a frame of another site, and over plain HTTP it could not be `SameSite=None`.
 */
export function portalAuthentication(links: Pick<PortalLinks, 'open'>): RequestHandler {
  return async (request, response, next) => {
    const [, linkId] = path.exec(request.path) ?? [];
    if (linkId === undefined || request.method === 'GET' || request.method === 'HEAD') {
      next();
      return;
    }
    if (request.method !== 'POST') throw notFound(request, { allow: ['POST'] });
    const key = await readCredential('key', 'must be the key of the link', request, response);
    const { address, requestId } = authorOf({ kind: 'key', id: null, name: '' }, { request, response });
    const session = await links.open(linkId, key, { address, requestId });
    if (!session) {
      throw new Problem('invalid_api_key', {
        detail: 'The link is invalid, has expired, or has reached its limit of uses. Ask for a new one.',
      });
    }
    response.status(201);
    sendSession(request, response, { token: session.token, expires_at: session.expiresAt.toISOString(), theme: session.theme });
  };
}
