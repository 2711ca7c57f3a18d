import type { Output } from './output.ts';
import type { ReceivedDelivery } from './receive-deliveries.ts';

const forwardDeadlineMs = 9_000;
/** Headers of one connection, which say nothing about the delivery. */
const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']);

/** The delivery as it came, to another address. A receiver that cannot be reached is answered 502, so that it is retried. */
export async function forwardTo(url: string, delivery: ReceivedDelivery, output: Output): Promise<number> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(delivery.headers)) {
    if (!connectionHeaders.has(name) && value !== undefined) headers.set(name, String(value));
  }
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardDeadlineMs),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    output.note(`${new URL(url).origin} cannot be reached: ${cause?.message ?? message}`);
    return 502;
  }
}
