import { currentRelease } from '../../generated/releases.ts';
import type { Config } from '../config/config.ts';
import type { DataDir } from './data-dir.ts';

/** The notice of a service that is ready: its addresses, and a request to try. */
export function describeStart(
  config: Config,
  dataDir: DataDir,
  demoKey: string | undefined,
  databaseElsewhere: string | undefined,
): string {
  const servesApi = config.role !== 'worker';
  const lines = [
    '',
    ...(servesApi ? [`  API        ${config.publicUrl}`, `  Reference  ${config.docsUrl}`] : ['  Worker     delivers and runs jobs']),
  ];
  lines.push(`  Operator   ${config.operatorUrl}, token ${config.operatorToken ? 'from OPERATOR_TOKEN' : `in ${dataDir.operatorFile}`}`);
  lines.push(`  Console    ${config.operatorUrl}/console`);
  if (config.processes > 1)
    lines.push(`  Processes  ${config.processes} under process ${process.pid}, which replaces them one by one on SIGHUP`);
  if (databaseElsewhere) lines.push(`  Database   ${databaseElsewhere}, which \`npm run remove-data\` removes`);
  if (demoKey) {
    const headers = `-H 'Service-Version: ${currentRelease.name}' -H 'Authorization: Bearer ${demoKey}'`;
    lines.push(`  Demo key   ${demoKey}`, '', '  Try:', `  curl ${headers} ${config.publicUrl}/v1/me`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** Shows the progress of the demo data: one line that a terminal overwrites, a few lines elsewhere. */
export function demoProgress(): (share: number) => void {
  const { stderr } = process;
  let shown = -1;
  return (share) => {
    const step = stderr.isTTY ? 1 : 25;
    const percent = Math.floor((share * 100) / step) * step;
    if (percent <= shown) return;
    shown = percent;
    const line = `  Demo data  ${percent} % of two years${percent === 100 ? ', ready' : ''}`;
    stderr.write(stderr.isTTY && percent < 100 ? `\r${line}` : `${stderr.isTTY ? '\r' : ''}${line}\n`);
  };
}
