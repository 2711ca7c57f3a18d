import { useState } from 'preact/hooks';
import { Link, Route, Switch, useLocation, useSearchParams } from 'wouter-preact';
import { ContainedBadge } from '../components/agency-link.tsx';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Button, DialogButton } from '../components/button.tsx';
import { CopyButton } from '../components/values.tsx';
import { EndpointAddress } from '../components/endpoint-address.tsx';
import { Announcement, Answer, Empty, ProblemBox } from '../components/feedback.tsx';
import { HealthBadge, HealthLine } from '../components/health.tsx';
import { ListAndDetail } from '../components/list-and-detail.tsx';
import { NavLink, Page } from '../components/page.tsx';
import { useStrip } from '../components/strip.ts';
import { nameOf } from '../names.ts';
import { useAction, useAnswer, useInterval } from '../use-answer.ts';
import { useAgency, useLiveReload, type EndpointTabProps } from '../views.ts';
import { DebuggerTab } from './debugger.tsx';
import { DeliveriesTab } from './deliveries.tsx';
import { DeliveryTab } from './delivery.tsx';
import { healthEveryMs } from './endpoints.tsx';
import { FailuresTab } from './failures.tsx';
import { FiguresTab } from './figures.tsx';
import { RecoverDialog } from './recover.tsx';
import { SettingsTab } from './settings.tsx';
import { TestEventDialog } from './test-event.tsx';

type Endpoint = EndpointTabProps['endpoint'];

/** Asks before an endpoint is paused or enabled. */
function PauseDialog({ endpoint, onDone, onClose }: { endpoint: Endpoint; onDone(result: string): void; onClose(): void }) {
  const { api } = useAgency();
  const isActive = endpoint.status === 'active';
  return (
    <ActionDialog
      title={isActive ? 'Pause this endpoint?' : 'Enable this endpoint?'}
      submit={isActive ? 'Pause endpoint' : 'Enable endpoint'}
      isDestructive={isActive}
      work={() => api.webhooks.update({ endpoint_id: endpoint.id, status: isActive ? 'disabled' : 'active' })}
      onDone={() => onDone(isActive ? 'The endpoint is paused.' : 'The endpoint is enabled.')}
      onClose={onClose}
    >
      {isActive ? (
        <p>
          It receives nothing until you enable it again, and events that occur in the meantime are not recorded for it. Pending deliveries
          become failures, which can be replayed.
        </p>
      ) : (
        <p>
          It receives events that occur from now on, and its count of consecutive failures is reset to 0. You can still replay existing
          failures, and recover events that it missed while it was disabled.
        </p>
      )}
    </ActionDialog>
  );
}

/** What may be done with an endpoint from each of its tabs. */
function EndpointActions({ endpoint, reload }: EndpointTabProps) {
  const { mayWrite } = useAgency();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [isTesting, setIsTesting] = useState(search.get('ask') === 'test');
  const [result, setResult] = useState('');
  const isActive = endpoint.status === 'active';
  const recover = (close: () => void) => <RecoverDialog endpoint={endpoint} onClose={close} />;
  const pause = (close: () => void) => (
    <PauseDialog
      endpoint={endpoint}
      onDone={(text) => {
        close();
        setResult(text);
        reload();
      }}
      onClose={close}
    />
  );
  return (
    <>
      <Button disabled={!isActive} title={isActive ? undefined : 'Enable the endpoint first.'} onClick={() => setIsTesting(true)}>
        <span>
          Send test<span class="wide-only"> event</span>
        </span>
      </Button>
      {mayWrite && (
        <DialogButton dialog={recover}>
          <span>
            Recover missed<span class="wide-only"> events</span>…
          </span>
        </DialogButton>
      )}
      {mayWrite && (
        <DialogButton look={isActive ? undefined : 'primary'} dialog={pause}>
          {isActive ? 'Pause' : 'Enable'}
        </DialogButton>
      )}
      <Announcement>{result}</Announcement>
      {isTesting && (
        <TestEventDialog
          endpoint={endpoint}
          onClose={() => setIsTesting(false)}
          onSent={(id) => {
            setIsTesting(false);
            navigate(`/endpoints/${endpoint.id}/deliveries/${id}`);
          }}
        />
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
        <Button look="small" disabled={action.isBusy} onClick={() => void action.run(keep)}>
          Keep it
        </Button>
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
          <Empty title="Page not found" text="Choose a tab of this endpoint." />
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
