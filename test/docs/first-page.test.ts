import { createHmac } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { fencesOf } from './fences.ts';

const secret = 'svc_whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3';

/** A delivery as the service signs it, of a body. */
function deliveryOf(body: string, signed = body): Request {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${signed}`).digest('hex');
  const headers = { 'Service-Signature': `v1=${signature}`, 'Service-Signature-Timestamp': timestamp };
  return new Request('https://hooks.example.com/service', { method: 'POST', headers, body });
}

test('the receiver of the first page accepts the delivery next to it, and refuses a changed one', async () => {
  const fences = fencesOf(await readFile('docs/built/docs/index.md', 'utf8'));
  const sample = fences.find(({ language }) => language === 'ts')!.text;
  const body = fences.find(({ language }) => language === 'http')!.text.split('\n\n')[1]!;
  const file = resolve('.cache/samples/first-page/receive.ts');
  await mkdir(resolve(file, '..'), { recursive: true });
  await writeFile(file, sample);
  const { receive } = (await import(pathToFileURL(file).href)) as { receive(request: Request): Promise<Response> };
  vi.stubEnv('SVC_WEBHOOK_SECRET', secret);
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    expect((await receive(deliveryOf(body))).status).toBe(204);
    expect(printed).toHaveBeenCalledWith('order.created', (JSON.parse(body) as { id: string }).id);
    await expect(receive(deliveryOf(body, `${body} `))).rejects.toThrow();
  } finally {
    printed.mockRestore();
    vi.unstubAllEnvs();
  }
});
