import type { Config } from './config.ts';
import type { DataDir } from './data-dir.ts';

/** What the operator reads when the service is ready: where it is and what to try. */
export function describeStart(config: Config, dataDir: DataDir, demoKey: string | undefined): string {
  const lines = ['', `  API        ${config.publicUrl}`, `  Reference  ${config.docsUrl}`];
  lines.push(`  Operator   ${config.operatorUrl}, token ${config.operatorToken ? 'from OPERATOR_TOKEN' : `in ${dataDir.operatorFile}`}`);
  if (demoKey) {
    lines.push(`  Demo key   ${demoKey}`, '', '  Try:', `  curl -H 'Service-Version: Amethyste' -H 'Authorization: Bearer ${demoKey}' ${config.publicUrl}/v1/me`);
  }
  return `${lines.join('\n')}\n\n`;
}
