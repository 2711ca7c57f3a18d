import { useState } from 'preact/hooks';
import { Link, Route, Switch, useLocation, useSearchParams } from 'wouter-preact';
import { ContainedBadge } from '../components/agency-link.tsx';
import { Confirm } from '../components/confirm.tsx';
import { CopyButton } from '../components/copy.tsx';
import { EndpointAddress } from '../components/endpoint-address.tsx';
import { Announcement, Answer, Empty, ProblemBox } from '../components/feedback.tsx';
import { HealthBadge, HealthLine } from '../components/health.tsx';
import { ListAndDetail } from '../components/list-and-detail.tsx';
import { NavLink, Page } from '../components/page.tsx';
import { useStrip } from '../components/strip.ts';
import { nameOf } from '../endpoint-name.ts';
import { useAction, useAnswer, useInterval } from '../use-answer.ts';
import { useAgency, useLiveReload } from '../views.ts';
import { DebuggerTab } from './debugger.tsx';
import { DeliveriesTab } from './deliveries.tsx';
import { DeliveryTab } from './delivery.tsx';
import { healthEveryMs } from './endpoints.tsx';
import { FailuresTab } from './failures.tsx';
import { FiguresTab } from './figures.tsx';
import { RecoverDialog } from './recover.tsx';
import { SettingsTab } from './settings.tsx';
import type { EndpointTabProps } from './endpoint-tab.ts';
import { TestEventDialog } from './test-event.tsx';

/** What may be done with an endpoint from each of its tabs. */
function EndpointActions({ endpoint, reload }: EndpointTabProps) {
  const { api, mayWrite } = useAgency();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [asks, setAsks] = useState<'test' | 'pause' | 'recover' | undefined>(search.get('ask') === 'test' ? 'test' : undefined);
  const [result, setResult] = useState('');
  const isActive = endpoint.status === 'active';
  const params = { endpoint_id: endpoint.id };
  const setStatus = async (status: 'active' | 'disabled') => api.webhooks.update({ ...params, status });
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={!isActive}
        title={isActive ? undefined : 'Enable the endpoint first.'}
        onClick={() => setAsks('test')}
      >
        <span>
          Send test<span class="wide-only"> event</span>
        </span>
      </button>
      {mayWrite && (
        <button type="button" class="button" onClick={() => setAsks('recover')}>
          <span>
            Recover missed<span class="wide-only"> events</span>…
          </span>
        </button>
      )}
      {mayWrite && (
        <button type="button" class={isActive ? 'button' : 'button primary'} onClick={() => setAsks('pause')}>
          {isActive ? 'Pause' : 'Enable'}
        </button>
      )}
      <Announcement>{result}</Announcement>
      {asks === 'test' && (
        <TestEventDialog
          endpoint={endpoint}
          onClose={() => setAsks(undefined)}
          onSent={(id) => {
            setAsks(undefined);
            navigate(`/endpoints/${endpoint.id}/deliveries/${id}`);
          }}
        />
      )}
      {asks === 'recover' && <RecoverDialog endpoint={endpoint} onClose={() => setAsks(undefined)} />}
      {asks === 'pause' && (
        <Confirm
          title={isActive ? 'Pause this endpoint?' : 'Enable this endpoint?'}
          action={isActive ? 'Pause endpoint' : 'Enable endpoint'}
          isDestructive={isActive}
          work={() => setStatus(isActive ? 'disabled' : 'active')}
          onDone={() => {
            setAsks(undefined);
            setResult(isActive ? 'The endpoint is paused.' : 'The endpoint is enabled.');
            reload();
          }}
          onCancel={() => setAsks(undefined)}
        >
          {isActive ? (
            <p>
              It receives nothing until you enable it again, and events that occur in the meantime are not recorded for it. Pending
              deliveries become failures, which can be replayed.
            </p>
          ) : (
            <p>
              It receives events that occur from now on, and its count of consecutive failures is reset to 0. You can still replay existing
              failures, and recover events that it missed while it was disabled.
            </p>
          )}
        </Confirm>
      )}
    </>
  );
}

const disabledWords = {
  manual: 'It was paused. It receives nothing until you enable it again. Then recover the events that it missed.',
  auto_breaker:
    'It was disabled because too many deliveries in a row failed. Fix the receiver, enable the endpoint, replay the failures, then recover the events that it missed.',
  contained: 'Operators paused it as a precaution. Ask them before you enable it. Then recover the events that it missed.',
  auto_quota:
    'It was disabled because the agency reached its quota of pending deliveries, and most of them were for this endpoint. Make the receiver faster, enable the endpoint, replay the failures, then recover the events that it missed.',
  link_ended: 'It was disabled because the portal link that created it has ended. Enable it to keep it.',
} as const;

/** Says through which link an endpoint was created, and lets the agency keep it. */
function LinkNotice({ endpoint, reload }: EndpointTabProps) {
  const { api, mayKeep } = useAgency();
  const action = useAction();
  const keep = async () => {
    await api.webhooks.update({ endpoint_id: endpoint.id, ends_with_link: false });
    reload();
  };
  return (
    <div class="notice">
      <p>
        It was created through the portal link <code>{endpoint.created_by_link_id}</code>, and is disabled when the link ends.
      </p>
      {action.refusal && <ProblemBox refusal={action.refusal} />}
      {mayKeep && (
        <button type="button" class="button small" disabled={action.isBusy} onClick={() => void action.run(keep)}>
          Keep it
        </button>
      )}
    </div>
  );
}

/** Everything about an endpoint, a tab for each part. */
function Tabs(tab: EndpointTabProps) {
  const { mayWrite } = useAgency();
  const { endpoint } = tab;
  const why = endpoint.disabled_detail ?? endpoint.disabled_reason;
  const strip = useStrip<HTMLElement>();
  const home = `/endpoints/${endpoint.id}`;
  const delivery = (id: string | undefined) =>
    id === undefined ? undefined : <DeliveryTab key={id} endpoint={endpoint} deliveryId={id} />;
  return (
    <>
      {why !== null && <p class="notice warning">{disabledWords[why]}</p>}
      {endpoint.ends_with_link && <LinkNotice {...tab} />}
      <nav class="tabs strip" aria-label="Endpoint" ref={strip}>
        <NavLink href={home}>Overview</NavLink>
        <NavLink href={`${home}/deliveries`} below={`${home}/deliveries`}>
          Deliveries
        </NavLink>
        <NavLink href={`${home}/failures`} below={`${home}/failures`}>
          Failures
        </NavLink>
        <NavLink href={`${home}/signatures`}>Check a signature</NavLink>
        {mayWrite && <NavLink href={`${home}/settings`}>Settings</NavLink>}
      </nav>
      <Switch>
        <Route path="/endpoints/:id">
          <FiguresTab {...tab} />
        </Route>
        <Route path="/endpoints/:id/deliveries/:deliveryId?">
          {({ deliveryId }) => (
            <ListAndDetail home={`${home}/deliveries`} label="Delivery" list={<DeliveriesTab {...tab} />} detail={delivery(deliveryId)} />
          )}
        </Route>
        <Route path="/endpoints/:id/failures/:deliveryId?">
          {({ deliveryId }) => (
            <ListAndDetail home={`${home}/failures`} label="Delivery" list={<FailuresTab {...tab} />} detail={delivery(deliveryId)} />
          )}
        </Route>
        <Route path="/endpoints/:id/signatures">
          <DebuggerTab {...tab} />
        </Route>
        <Route path="/endpoints/:id/settings">
          <SettingsTab {...tab} />
        </Route>
        <Route>
          <Empty title="Page not found">
            <p>Choose a tab of this endpoint.</p>
          </Empty>
        </Route>
      </Switch>
    </>
  );
}

/** One endpoint with its tabs. */
export function EndpointPage({ id }: { id: string }) {
  const { api, mayReplay } = useAgency();
  const answer = useAnswer(() => api.webhooks.get({ endpoint_id: id }), [api, id]);
  useLiveReload({ of: 'endpoints', reload: answer.reload });
  useLiveReload({ of: 'deliveries', reload: answer.reload, endpointId: id, everyMs: 10_000 });
  useInterval(answer.reload, healthEveryMs);
  const endpoint = answer.data;
  const tab = endpoint && { endpoint, reload: answer.reload };
  return (
    <Page
      title={endpoint ? nameOf(endpoint) : 'Endpoint'}
      before={<Link href="/">Endpoints</Link>}
      beside={
        endpoint && (
          <>
            <HealthBadge health={endpoint.health} />
            {endpoint.disabled_detail === 'contained' && <ContainedBadge />}
            <HealthLine health={endpoint.health} />
            <EndpointAddress endpoint={endpoint}>
              <CopyButton text={endpoint.url} />
            </EndpointAddress>
          </>
        )
      }
      actions={mayReplay && tab && <EndpointActions {...tab} />}
    >
      <Answer of={answer}>{(present) => <Tabs endpoint={present} reload={answer.reload} />}</Answer>
    </Page>
  );
}
