import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

/** The tools of deployments: in the folders of DEPLOY_TOOLS, or in PATH. */
export const toolPath = [process.env.DEPLOY_TOOLS, process.env.PATH].filter(Boolean).join(delimiter);

export const hasTool = (tool: string): boolean => spawnSync('sh', ['-c', `command -v ${tool}`], { env: { PATH: toolPath } }).status === 0;
