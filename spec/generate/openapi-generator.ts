import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EnvHttpProxyAgent, fetch } from 'undici';

/** The release of openapi-generator. Its hash is that of its file in Maven Central. */
export const generatorVersion = '7.24.0';
const sha256 = '4b83ccc6fd43056c8c631cd0195e5100bd0550912502527bab09ac76152dab0c';
const source = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${generatorVersion}/openapi-generator-cli-${generatorVersion}.jar`;

/** All checkouts of a user share the file, which `npm ci` does not remove. */
export const generatorFile = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), `openapi-generator-${generatorVersion}.jar`);

const isExpected = (content: Uint8Array) => createHash('sha256').update(content).digest('hex') === sha256;

/** Downloads the generator unless it is here. */
export async function ensureGenerator(): Promise<void> {
  if (existsSync(generatorFile) && isExpected(await readFile(generatorFile))) return;
  const response = await fetch(source, { dispatcher: new EnvHttpProxyAgent() });
  const content = new Uint8Array(await response.arrayBuffer());
  if (!isExpected(content)) throw new Error(`${source} is not the file of this release: ${response.status}, ${content.length} bytes`);
  await mkdir(dirname(generatorFile), { recursive: true });
  const draft = `${generatorFile}.${process.pid}`;
  await writeFile(draft, content);
  await rename(draft, generatorFile);
}
