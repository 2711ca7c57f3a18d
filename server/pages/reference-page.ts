import type { TextAnswer } from '../../generated/interfaces/text-answer.ts';
import type { OpenContext } from '../access/request-context.ts';
import { escapeHtml, hashSource, noIcon, pageAnswer } from './page.ts';

const script = `Scalar.createApiReference('#reference', { url: new URL('v1/openapi.json', location.href).href, withDefaultFonts: false, telemetry: false, showDeveloperTools: 'never', hideClientButton: true, agent: { disabled: true }, mcp: { disabled: true } });`;

/** It loads from this service alone, and runs no text as a program. Its styles are written while it runs. */
const policy = [
  "default-src 'self'",
  `script-src 'self' ${hashSource(script)}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
].join('; ');

/**
 * The reference page over the contract at `v1/openapi.json` beside it. Its files are below it. Addresses are relative, so
 * that they hold behind a proxy that serves the service under a path.
 */
export function referencePage(context: OpenContext, title: string): TextAnswer<'text/html'> {
  return pageAnswer(
    context,
    policy,
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>${noIcon}</head>
<body><div id="reference"></div>
<script src="docs/assets/standalone.js"></script>
<script>${script}</script>
</body></html>
`,
  );
}
