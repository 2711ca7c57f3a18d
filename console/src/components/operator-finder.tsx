import { useLocation } from 'wouter-preact';
import { hasWords, useFinder, type Command } from '../commands.ts';
import { nameOf } from '../names.ts';
import { healthSentence } from '../sentences.ts';
import { useOperator } from '../views.ts';
import type { NavItem } from './page.tsx';

const maxAgencies = 8;

/** Finds agencies and their endpoints by name, URL or id, and the operator pages. */
export function OperatorFinder({ pages }: { pages: readonly NavItem[] }) {
  const { api, incidents, hasScope } = useOperator();
  const [path, navigate] = useLocation();

  const findAgencies = async (search: string, signal: AbortSignal): Promise<Command[]> => {
    const { data } = await api.agencyActivity.list({ search, limit: maxAgencies }, { signal });
    return data.map(({ id, name, troubled_endpoint_count: troubled }) => ({
      id: `agency-${id}`,
      group: 'Agencies',
      title: name,
      hint: troubled > 0 ? `${troubled} with an incident` : id,
      run: () => navigate(`/agencies/${id}`),
    }));
  };
  const findEndpoints = async (search: string, signal: AbortSignal): Promise<Command[]> => {
    const { data } = await api.webhooks.find({ search }, { signal });
    return data.map((of) => {
      const incident = incidents.data?.data.find(({ endpoint_id: id }) => id === of.id);
      return {
        // In its agency, the agency's finder has it too.
        id: `endpoint-${of.id}`,
        group: 'Endpoints',
        title: `${of.agency_name} · ${nameOf(of)}`,
        hint: incident ? healthSentence(incident.health) : of.url,
        run: () => navigate(`/agencies/${of.agency_id}/endpoints/${of.id}`),
      };
    });
  };
  const findPages = (text: string): Command[] =>
    pages
      .filter(([, title]) => hasWords(`${title} console`, text))
      .map(([href, title]) => ({ id: `operator-page-${href}`, group: 'Pages of all agencies', title, run: () => navigate(href) }));

  useFinder(async (text, signal) => {
    if (!hasScope('read')) return [];
    // On operator pages, their menu has these commands.
    const found = path.startsWith('/agencies/') ? findPages(text) : [];
    return text === '' ? found : [...(await Promise.all([findAgencies(text, signal), findEndpoints(text, signal)])).flat(), ...found];
  });
  return null;
}
