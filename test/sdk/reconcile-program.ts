import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, reconcile, undeliveredTo } from '../../sdk/src/index.ts';

/** Takes in what an endpoint missed, three facts a page, with a checkpoint in a file. With PAUSE_AFTER it waits after so many pages. */
const { BASE_URL, API_KEY, ENDPOINT_ID, START, FOLDER, PAUSE_AFTER } = process.env as Record<string, string>;
const client = createClient({ baseUrl: BASE_URL!, apiKey: API_KEY! });
const checkpoint = await readFile(`${FOLDER}/checkpoint`, 'utf8').catch(() => undefined);
let pages = 0;
for await (const page of reconcile(client, { start: START!, checkpoint, missing: undeliveredTo(client, ENDPOINT_ID!), pageSize: 3 })) {
  for (const { type, data } of page.facts) await appendFile(`${FOLDER}/facts`, `${type} ${(data as { id: string }).id}\n`);
  await writeFile(`${FOLDER}/checkpoint`, page.checkpoint);
  pages++;
  if (pages === Number(PAUSE_AFTER)) {
    process.stdout.write('paused');
    await sleep(600_000);
  }
}
process.stdout.write(`ended after ${pages} pages`);
