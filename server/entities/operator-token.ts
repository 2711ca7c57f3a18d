import { presenting } from './presented.ts';

/** The columns that are shown. */
export const shownOfOperatorToken = ['id', 'name', 'prefix', 'scopes', 'expires_at', 'created_at', 'last_used_at', 'revoked_at'] as const;

export const presentOperatorToken = presenting(shownOfOperatorToken);
