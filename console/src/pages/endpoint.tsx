import { useMemo, useState } from 'preact/hooks';
import { Link, Route, Switch, useLocation } from 'wouter-preact';
import { Button } from '../components/button.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { ErrorBox, Loaded, NotFound, useAnnouncement } from '../components/feedback.tsx';
import { ListAndDetail } from '../components/list-and-detail.tsx';
import { NavLink, Page, useScrollToCurrent, type NavItem } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { ContainedBadge, HealthBadge, HealthLine } from '../components/status.tsx';
import { CopyButton } from '../components/values.tsx';
import { nameOf } from '../names.ts';
import type { Endpoint } from '../schemas.ts';
import { upperFirst } from '../sentences.ts';
import { useAction, useQuery } from '../use-query.ts';
import { activation, mayEnable, useAgency, useLiveReload, type AgencyView, type EndpointTabProps } from '../views.ts';
import { DebuggerTab } from './debugger.tsx';
import { DeliveriesTab } from './deliveries.tsx';
import { DeliveryTab } from './delivery.tsx';
import { StatusDialog } from './endpoint-status.tsx';
import { EndpointAddress, healthEveryMs } from './endpoints.tsx';
import { FailuresTab } from './failures.tsx';
import { FiguresTab } from './figures.tsx';
import { IncidentCard, readFacts } from './incident-card.tsx';
import { RepairDialog } from './lazy-repair.ts';
import { RecoverDialog } from './recover.tsx';
import { SettingsTab } from './settings.tsx';
import { TestEventDialog } from './test-event.tsx';

interface ActionProps {
  readonly endpoint: Endpoint;
  onDone(result: string): void;
}

function EndpointActions({ endpoint, onDone }: ActionProps) {
  const view = useAgency();
  const { api, mayWrite, mayReplay } = view;
  const [, navigate] = useLocation();
  const [isTesting, setIsTesting] = useState(false);
  const isActive = endpoint.status === 'active';
  const changes = `recover missed events and ${isActive ? 'pause' : 'enable'} the endpoint`;
  const changeStatus = (close: () => void) => (
    <StatusDialog
      status={endpoint.status}
      change={(status) => api.webhooks.update({ endpoint_id: endpoint.id, status })}
      onDone={onDone}
      onClose={close}
    />
  );
  return (
    <>
      <Permitted if={mayReplay} to={`send test events, ${changes}`}>
        <Button
          disabled={!isActive}
          title={isActive ? undefined : `${upperFirst(activation(view, endpoint))} first.`}
          aria-haspopup="dialog"
          onClick={() => setIsTesting(true)}
        >
          <span>
            Send test<span class="wide-only"> event</span>…
          </span>
        </Button>
        <Permitted if={mayWrite} to={changes}>
          <DialogButton dialog={(close) => <RecoverDialog endpoint={endpoint} onClose={close} />}>
            <span>
              Recover missed<span class="wide-only"> events</span>…
            </span>
          </DialogButton>
          {(isActive || endpoint.incident === null) && (
            <Permitted if={isActive || mayEnable(view, endpoint)} to="enable the endpoint">
              <DialogButton look={isActive ? undefined : 'primary'} dialog={changeStatus}>
                {isActive ? 'Pause…' : 'Enable…'}
              </DialogButton>
            </Permitted>
          )}
        </Permitted>
      </Permitted>
      {isTesting && (
        <TestEventDialog
          endpoint={endpoint}
          onClose={() => setIsTesting(false)}
          onDone={({ delivery_id: id }) => navigate(`/endpoints/${endpoint.id}/deliveries/${id}`)}
        />
      )}
    </>
  );
}

const disabledTexts = {
  manual: () => 'It was paused. It receives nothing until it is enabled again. The events that it missed can then be recovered.',
  contained: ({ permitter }: AgencyView) =>
    `It was paused as a precaution. Ask ${permitter} before it is enabled. The events that it missed can then be recovered.`,
  auto_quota: (view: AgencyView, endpoint: Endpoint) =>
    `It was disabled because the agency reached its quota of pending deliveries, and most of them were for this endpoint. Make the receiver faster, then ${activation(view, endpoint)}.`,
  link_ended: (view: AgencyView, endpoint: Endpoint) =>
    `It was disabled because the portal link that created it has ended. ${upperFirst(activation(view, endpoint))} to keep it.`,
} as const;

/** The reason why an endpoint is disabled, unless its incident says it. */
function disabledText(view: AgencyView, endpoint: Endpoint): string | undefined {
  const { disabled_reason, disabled_detail, incident } = endpoint;
  const reason = disabled_detail ?? disabled_reason;
  return reason === null || reason === 'auto_breaker' || (reason === 'manual' && incident !== null)
    ? undefined
    : disabledTexts[reason](view, endpoint);
}

/** The link that created an endpoint. The agency may keep the endpoint. */
function LinkNotice({ endpoint, reload }: EndpointTabProps) {
  const { api, mayKeep } = useAgency();
  const { isBusy, error, run } = useAction();
  const keep = async () => {
    await api.webhooks.update({ endpoint_id: endpoint.id, ends_with_link: false });
    reload();
  };
  return (
    <div class="notice">
      <p>
        It was created through the portal link <code>{endpoint.created_by_link_id}</code>, and is disabled when the link ends.
      </p>
      {error && <ErrorBox error={error} />}
      <Permitted if={mayKeep} to="keep it">
        <Button look="small" disabled={isBusy} onClick={() => void run(keep)}>
          Keep it
        </Button>
      </Permitted>
    </div>
  );
}

function Tabs(tab: EndpointTabProps) {
  const { endpoint } = tab;
  const notice = disabledText(useAgency(), endpoint);
  const home = `/endpoints/${endpoint.id}`;
  const items: NavItem[] = [
    [home, 'Overview'],
    [`${home}/deliveries`, 'Deliveries', `${home}/deliveries`],
    [`${home}/failures`, 'Failures', `${home}/failures`],
    [`${home}/signatures`, 'Check a signature'],
    [`${home}/settings`, 'Settings'],
  ];
  const lists = [
    ['deliveries', <DeliveriesTab {...tab} />],
    ['failures', <FailuresTab {...tab} />],
  ] as const;
  return (
    <>
      {notice !== undefined && <p class="notice warning">{notice}</p>}
      {endpoint.ends_with_link && <LinkNotice {...tab} />}
      <nav class="row tabs strip" aria-label="Endpoint" ref={useScrollToCurrent<HTMLElement>()}>
        {items.map((item) => (
          <NavLink key={item[0]} item={item} />
        ))}
      </nav>
      <Switch>
        <Route path="/endpoints/:id">
          <FiguresTab {...tab} />
        </Route>
        {lists.map(([name, list]) => (
          <Route key={name} path={`/endpoints/:id/${name}/:deliveryId?`}>
            {({ deliveryId: id }: { deliveryId?: string }) => (
              <ListAndDetail
                home={`${home}/${name}`}
                label="Delivery"
                list={list}
                detail={id === undefined ? undefined : <DeliveryTab key={id} endpoint={endpoint} deliveryId={id} />}
              />
            )}
          </Route>
        ))}
        <Route path="/endpoints/:id/signatures">
          <DebuggerTab {...tab} />
        </Route>
        <Route path="/endpoints/:id/settings">
          <SettingsTab {...tab} />
        </Route>
        <Route>
          <NotFound title="Page not found">Choose a tab of this endpoint.</NotFound>
        </Route>
      </Switch>
    </>
  );
}

export function EndpointPage({ id }: { id: string }) {
  const { api, mayWrite, permitter } = useAgency();
  const factsOf = useMemo(() => readFacts(api), [api]);
  const [path] = useLocation();
  const isWhole = path === `/endpoints/${id}`;
  // The dialog outlives its button, which goes when the endpoint works.
  const [isRepairing, setIsRepairing] = useState(false);
  const read = async () => {
    const endpoint = await api.webhooks.get({ endpoint_id: id });
    return { endpoint, facts: isWhole ? await factsOf(endpoint) : {} };
  };
  const query = useQuery(read, [api, id, isWhole], healthEveryMs);
  const { data, reload } = query;
  const { announcement, announce } = useAnnouncement(reload);
  useLiveReload({ topic: 'endpoints', reload });
  useLiveReload({ topic: 'deliveries', reload, endpointId: id, everyMs: 10_000 });
  const endpoint = data?.endpoint;
  return (
    <Page
      title={endpoint ? nameOf(endpoint) : 'Endpoint'}
      before={<Link href="/">Endpoints</Link>}
      status={
        endpoint && (
          <>
            <HealthBadge health={endpoint.health} />
            {endpoint.disabled_detail === 'contained' && <ContainedBadge />}
            {!endpoint.incident && <HealthLine endpoint={endpoint} />}
            <EndpointAddress endpoint={endpoint}>
              <CopyButton text={endpoint.url} />
            </EndpointAddress>
          </>
        )
      }
      actions={endpoint && <EndpointActions endpoint={endpoint} onDone={announce} />}
    >
      {announcement}
      <Loaded query={query}>
        {({ endpoint: present, facts }) => (
          <>
            <IncidentCard endpoint={present} {...facts} isWhole={isWhole} onRepair={() => setIsRepairing(true)} />
            <Tabs endpoint={present} reload={reload} />
          </>
        )}
      </Loaded>
      {isRepairing && endpoint && (
        <RepairDialog
          name={nameOf(endpoint)}
          load={async () => [
            {
              ...(await api.webhooks.get({ endpoint_id: id })),
              api,
              endpointId: id,
              name: nameOf(endpoint),
              permitter: mayWrite ? undefined : permitter,
            },
          ]}
          onDone={announce}
          onClose={() => setIsRepairing(false)}
        />
      )}
    </Page>
  );
}
