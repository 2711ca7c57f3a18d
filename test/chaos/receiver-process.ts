import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from './random.ts';

/** What a receiver does with a request: answers a status, never answers, or cuts the connection. */
export type Act = number | 'hang' | 'reset';

/** A request as its receiver saw it. Times are this machine's, in milliseconds. */
export interface SeenRequest {
  /** The last part of the URL's path. */
  readonly endpoint: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  /** The id in the event's data. */
  readonly subject: string;
  /** The process that sent it. */
  readonly process: string;
  readonly at: number;
  /** `gone` where the sender closed the connection before it was answered. */
  act: Act | 'gone';
  /** When it was answered, or its connection ended. */
  endedAt: number;
}

/** How an endpoint behaves, as the first part of its URL's path says. */
export type Habit = 'steady' | 'flaky' | 'hanging' | 'resetting' | 'failing';

/**
 * How often new deliveries are refused: `deep` up to four times, `shallow` once, so that whatever begins now ends within
 * half a minute, `calm` not at all. A phase that began before keeps its plan.
 */
export type Mood = 'deep' | 'shallow' | 'calm';

export type ReceiverOrder = { readonly kind: 'mood'; readonly mood: Mood } | { readonly kind: 'report' };
export type ReceiverReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'requests'; readonly requests: readonly SeenRequest[]; readonly isLast: boolean };

interface Manner {
  /** Of the deliveries. */
  readonly refusedShare: number;
  readonly acts: readonly Act[];
  readonly mostDeep: number;
  readonly leastDeep: number;
}

const manners: Readonly<Record<Habit, Manner>> = {
  steady: { refusedShare: 0, acts: [200], leastDeep: 0, mostDeep: 0 },
  flaky: { refusedShare: 0.2, acts: [500, 503, 404, 429, 302], leastDeep: 1, mostDeep: 4 },
  hanging: { refusedShare: 0.15, acts: ['hang'], leastDeep: 1, mostDeep: 2 },
  resetting: { refusedShare: 0.2, acts: ['reset', 500], leastDeep: 1, mostDeep: 3 },
  failing: { refusedShare: 1, acts: [500], leastDeep: 4, mostDeep: 4 },
};

const slowestMs = 150;
const requestsPerReport = 2_000;

const random = new Random(Number(process.argv[2]));
const report = (message: ReceiverReport) => process.send!(message);
const seen: SeenRequest[] = [];
/** What the first requests of each delivery meet. */
const plans = new Map<string, Act[]>();
let mood: Mood = 'calm';

function plan(habit: Habit): Act[] {
  const { refusedShare, acts, leastDeep, mostDeep } = manners[habit];
  const isRefused = random.chance(refusedShare) && mood !== 'calm' && (mood === 'deep' || habit !== 'failing');
  const depth = isRefused ? (mood === 'deep' ? random.count(leastDeep, mostDeep) : 1) : 0;
  return Array.from({ length: depth }, () => random.pick(acts));
}

function actOn(deliveryId: string, habit: Habit): Act {
  if (!plans.has(deliveryId)) plans.set(deliveryId, plan(habit));
  return plans.get(deliveryId)!.shift() ?? 200;
}

function receive(request: IncomingMessage, response: ServerResponse, body: string): void {
  const [, habit, endpoint] = request.url!.split('/') as [string, Habit, string];
  const { id, type, data } = JSON.parse(body) as { id: string; type: string; data: { id: string } };
  const deliveryId = request.headers['service-delivery-id'] as string;
  const act = actOn(deliveryId, habit);
  const process = request.headers['chaos-process'] as string;
  const item: SeenRequest = { endpoint, deliveryId, eventId: id, type, subject: data.id, process, at: Date.now(), act, endedAt: 0 };
  seen.push(item);
  let isDone = false;
  const end = (how: SeenRequest['act']) => {
    if (isDone) return;
    isDone = true;
    item.act = how;
    item.endedAt = Date.now();
  };
  response.on('finish', () => end(act)).on('close', () => end(act === 'hang' ? 'hang' : 'gone'));
  if (act === 'hang') return;
  setTimeout(
    () => {
      if (act === 'reset') {
        end(request.socket.destroyed ? 'gone' : 'reset');
        request.socket.destroy();
      } else response.writeHead(act, act === 302 ? { location: '/elsewhere' } : {}).end();
    },
    random.between(0, slowestMs),
  );
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => receive(request, response, Buffer.concat(chunks).toString()));
});
// Longer than the service keeps a connection: none is closed while it is used again.
server.keepAliveTimeout = 60_000;

process.on('message', (order: ReceiverOrder) => {
  if (order.kind === 'mood') mood = order.mood;
  else
    for (let from = 0; from === 0 || from < seen.length; from += requestsPerReport)
      report({
        kind: 'requests',
        requests: seen.slice(from, from + requestsPerReport),
        isLast: from + requestsPerReport >= seen.length,
      });
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => report({ kind: 'listening', port: (server.address() as AddressInfo).port }));
