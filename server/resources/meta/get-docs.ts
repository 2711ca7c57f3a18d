import type { OpenContext } from '../../access/request-context.ts';
import { noIcon } from './page.ts';

/** The reference page over `/v1/openapi.json`. Its policy lets it load from this service alone. */
export function getDocs(context: OpenContext): string {
  context.setHeader('content-type', 'text/html; charset=utf-8');
  context.setHeader(
    'content-security-policy',
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; base-uri 'none'",
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Agency Messaging and Webhook Service</title>${noIcon}</head>
<body><div id="reference"></div>
<script src="/docs/assets/standalone.js"></script>
<script>Scalar.createApiReference('#reference', { url: '/v1/openapi.json', withDefaultFonts: false, telemetry: false, showDeveloperTools: 'never', hideClientButton: true, agent: { disabled: true }, mcp: { disabled: true } });</script>
</body></html>
`;
}
