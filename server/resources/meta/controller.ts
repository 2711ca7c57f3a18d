export { getChangelog } from './get-changelog.ts';
export { getDocs } from './get-docs.ts';
export { getErrorPage } from './get-error-page.ts';
export { getHealth } from './get-health.ts';
export { getMe } from './get-me.ts';
export { getOpenapiDocument } from './get-openapi-document.ts';
export { getStatus } from './get-status.ts';
