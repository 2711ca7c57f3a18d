import { useLocation } from 'wouter-preact';
import { hasWords, useFinder, type Command } from '../commands.ts';
import { counted, localTime } from '../format.ts';
import { nameOf } from '../names.ts';
import { useAgency } from '../views.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Ids have a digit, and neither a space nor a comma. */
const looksLikeId = (text: string) => /^(?=.*\d)[^\s,]{2,128}$/.test(text);

const maxEvents = 5;

/** Finds endpoints of the current agency by name, URL or id, and events by the ids that users know. */
export function AgencyFinder() {
  const { api } = useAgency();
  const [, navigate] = useLocation();

  const eventsOf = async (kind: 'event_ids' | 'delivery_ids' | 'order_ids' | 'fan_ids', id: string, signal: AbortSignal) =>
    (await api.events.list({ [kind]: [id], limit: maxEvents }, { signal })).data;

  const endpoints = async (text: string, signal: AbortSignal): Promise<Command[]> => {
    const { data } = await api.webhooks.list({}, { signal });
    return data
      .filter((endpoint) => text === '' || hasWords(`${nameOf(endpoint)} ${endpoint.url} ${endpoint.id}`, text))
      .map((endpoint) => ({
        id: `endpoint-${endpoint.id}`,
        group: 'Endpoints',
        title: nameOf(endpoint),
        hint: endpoint.health.state,
        run: () => navigate(`/endpoints/${endpoint.id}`),
      }));
  };

  const delivery = async (id: string, signal: AbortSignal): Promise<Command[]> => {
    const [event] = await eventsOf('delivery_ids', id, signal);
    if (!event) return [];
    const { deliveries } = await api.events.get({ event_id: event.id }, { signal });
    const found = deliveries.find((other) => other.id === id.toLowerCase());
    if (!found) return [];
    const run = () => navigate(`/endpoints/${found.endpoint_id}/deliveries/${found.id}`);
    return [{ id: `delivery-${id}`, group: 'Deliveries', title: `Delivery of ${event.type}`, hint: `${found.status} · ${id}`, run }];
  };

  const event = async (id: string, signal: AbortSignal): Promise<Command[]> =>
    (await eventsOf('event_ids', id, signal)).map(({ type, recorded_at: at }) => ({
      id: `event-${id}`,
      group: 'Events',
      title: `Event ${type}`,
      hint: `${localTime(at)} · ${id}`,
      run: () => navigate(`/events/${id}`),
    }));

  const eventsAbout = async (kind: 'order_ids' | 'fan_ids', noun: string, id: string, signal: AbortSignal): Promise<Command[]> => {
    const { length } = await eventsOf(kind, id, signal);
    if (length === 0) return [];
    const run = () => navigate(`/events?${new URLSearchParams({ by: kind, id })}`);
    const hint = length === maxEvents ? `${maxEvents} or more events` : counted(length, 'event');
    return [{ id: `${kind}-${id}`, group: `${noun}s`, title: `${noun} ${id}`, hint, run }];
  };

  useFinder(async (text, signal) => {
    const isId = looksLikeId(text);
    const found = await Promise.all([
      endpoints(text, signal),
      ...(isId && uuid.test(text) ? [delivery(text, signal), event(text, signal)] : []),
      ...(isId ? [eventsAbout('order_ids', 'Order', text, signal), eventsAbout('fan_ids', 'Fan', text, signal)] : []),
    ]);
    return found.flat();
  });
  return null;
}
