import { CircleX, Inbox } from 'lucide';
import type { ComponentChildren } from 'preact';
import type { ServiceError } from '../../../sdk/src/errors.ts';
import { detailOf, mismatchesOf, statusOf, titleOf } from '../errors.ts';
import type { Loaded } from '../use-answer.ts';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

interface TroubleProps {
  readonly title: string;
  readonly retry?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** What went wrong, and a button to try again. */
export function Trouble({ title, retry, children }: TroubleProps) {
  return (
    <div class="notice bad" role="alert">
      <p class="notice-title">
        <Icon of={CircleX} /> {title}
      </p>
      {children}
      {retry && (
        <p>
          <Button onClick={retry}>Try again</Button>
        </p>
      )}
    </div>
  );
}

/** The problem's title and detail, what was not valid, and by which id support finds the request. */
export function ProblemBox({ refusal, retry }: { refusal: ServiceError; retry?: () => void }) {
  const [detail, mismatches] = [detailOf(refusal), mismatchesOf(refusal)];
  return (
    <Trouble title={titleOf(refusal)} retry={retry}>
      {detail !== '' && <p>{detail}</p>}
      {mismatches.length > 0 && (
        <ul>
          {mismatches.map(({ path, message }) => (
            <li key={path + message}>
              {path !== '' && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {refusal.requestId !== undefined && (
        <p class="quiet small">
          Request <code>{refusal.requestId}</code>
        </p>
      )}
    </Trouble>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly text?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A list without items says why that is, and what to do. */
export const Empty = ({ title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon of={Inbox} />
    <p class="empty-title">{title}</p>
    {(text || children) && (
      <div>
        {text && <p>{text}</p>}
        {children}
      </div>
    )}
  </div>
);

interface LoadingProps {
  readonly label?: string;
  /** How many grey bars are shown: about as many lines as the content has. */
  readonly lines?: number;
}

/** Grey bars where content is loading, which is also said to screen readers. */
export function Loading({ label = 'Loading', lines = 3 }: LoadingProps) {
  return (
    <div class="waiting-bars" role="status">
      <span class="said">{label}…</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="bar-of-waiting" aria-hidden="true" />
      ))}
    </div>
  );
}

/** What went wrong with a part of something that is otherwise shown, in a line. */
function AsideProblem({ refusal, retry }: { refusal: ServiceError; retry: () => void }) {
  return (
    <p class="aside-problem" role="status">
      <Icon of={CircleX} />
      {titleOf(refusal)}
      <Button look="small" onClick={retry}>
        Try again
      </Button>
    </p>
  );
}

interface AnswerProps<Data> {
  readonly of: Loaded<Data>;
  readonly label?: string;
  readonly lines?: number;
  /** Whether it is a part of something else, as of a card: a refusal takes one line then. */
  readonly isAside?: boolean;
  /** Shown until the answer arrives, in place of grey bars. */
  readonly waiting?: ComponentChildren;
  children(data: Data): ComponentChildren;
}

/** Shows an answer, grey bars until it arrives, or the reason of a refusal. The previous answer stays visible meanwhile. */
export function Answer<Data>({ of, label, lines, isAside = false, waiting, children }: AnswerProps<Data>) {
  const { data, refusal, isLoading, reload } = of;
  if (refusal && statusOf(refusal) === 404 && !isAside)
    return <Empty title={titleOf(refusal)} text="It was deleted, it is older than the service stores, or the address is wrong." />;
  const bars = waiting ?? <Loading {...(label === undefined ? {} : { label })} {...(lines === undefined ? {} : { lines })} />;
  return (
    <>
      {refusal && (isAside ? <AsideProblem refusal={refusal} retry={reload} /> : <ProblemBox refusal={refusal} retry={reload} />)}
      {data !== undefined ? children(data) : isLoading && bars}
    </>
  );
}

/** Announces changes to screen readers. The element stays, so that its text is read when it changes. */
export function Announcement({ children }: { children: ComponentChildren }) {
  return (
    <p class="announcement" role="status" aria-live="polite">
      {children}
    </p>
  );
}
