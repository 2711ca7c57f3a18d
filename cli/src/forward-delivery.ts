import type { Output } from './output.ts';
import { postLocally, remedyWithoutResponse } from './post-locally.ts';
import type { ReceivedDelivery } from './receive-deliveries.ts';

/** The delivery as it came, to another address. A receiver that cannot be reached is answered 502, so that it is retried. */
export async function forwardTo(url: string, delivery: ReceivedDelivery, output: Output): Promise<number> {
  const headers = Object.entries(delivery.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  try {
    const response = await postLocally(url, headers, delivery.body);
    response.destroy();
    return response.statusCode!;
  } catch (error) {
    output.note(remedyWithoutResponse(error, url, '--forward').remedy);
    return 502;
  }
}
