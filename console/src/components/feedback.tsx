import { CircleX, Inbox, SearchX, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { ServiceError } from '../../../sdk/src/errors.ts';
import { detailOf, statusOf, titleOf, validationErrorsOf } from '../errors.ts';
import type { Query } from '../use-query.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export const ErrorNotice = ({
  title,
  retry,
  children,
}: {
  title: string;
  retry?: (() => void) | undefined;
  children: ComponentChildren;
}) => (
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

/** The problem's title and detail, the invalid fields, and the id with which support finds the request. */
export function ErrorBox({ error, retry }: { error: ServiceError; retry?: () => void }) {
  const [detail, invalid] = [detailOf(error), validationErrorsOf(error)];
  return (
    <ErrorNotice title={titleOf(error)} retry={retry}>
      {detail !== '' && <p>{detail}</p>}
      {invalid.length > 0 && (
        <ul>
          {invalid.map(({ path, message }) => (
            <li key={path + message}>
              {path !== '' && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {error.requestId !== undefined && (
        <p class="quiet small">
          Request <code>{error.requestId}</code>
        </p>
      )}
    </ErrorNotice>
  );
}

/** Replaces a page that throws. The rest of the application still works. */
export function ErrorBoundary({ children }: { children: ComponentChildren }) {
  const [path] = useLocation();
  const [thrown, reset] = useErrorBoundary() as [unknown, () => void];
  useEffect(() => {
    if (thrown !== undefined) reset();
  }, [path]);
  if (thrown === undefined) return <>{children}</>;
  return (
    <ErrorNotice title="This page failed" retry={() => location.reload()}>
      <p>The mistake is in the page, not in your data. Nothing was changed.</p>
    </ErrorNotice>
  );
}

/** The reason why there is no content, and what to do. */
export const Empty = ({ title, icon = Inbox, children }: { title: string; icon?: IconNode; children?: ComponentChildren }) => (
  <div class="empty">
    <Icon of={icon} />
    <p class="empty-title">{title}</p>
    {children && <div>{children}</div>}
  </div>
);

/** Takes the place of what has no data at its address, or none for the filters. */
export const NotFound = (props: { title: string; children?: ComponentChildren }) => <Empty {...props} icon={SearchX} />;

interface LoadingProps {
  readonly label?: string | undefined;
  /** The number of grey bars: about as many lines as the content has. */
  readonly lines?: number | undefined;
}

/** Grey bars in place of the content, with a text for screen readers. */
export const Loading = ({ label = 'Loading', lines = 3 }: LoadingProps) => (
  <div class="loading" role="status">
    <span class="visually-hidden">{label}…</span>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} class="loading-bar" aria-hidden="true" />
    ))}
  </div>
);

interface LoadedProps<Data> extends LoadingProps {
  readonly query: Query<Data>;
  /** Whether it is part of another element, such as a card. An error then takes one line. */
  readonly isInline?: boolean;
  /** False while the data waits for additional data. */
  readonly isReady?: boolean;
  /** Shown while it loads, instead of grey bars. */
  readonly waiting?: ComponentChildren;
  children(data: Data): ComponentChildren;
}

/** The data of a query, grey bars while it loads, or its error. Earlier data stays visible. */
export function Loaded<Data>({ query, label, lines, isInline = false, isReady = true, waiting, children }: LoadedProps<Data>) {
  const { data, error, isLoading, reload } = query;
  if (error && statusOf(error) === 404 && !isInline)
    return <NotFound title={titleOf(error)}>It was deleted, it is older than the service stores, or the address is wrong.</NotFound>;
  return (
    <>
      {error && !isInline && <ErrorBox error={error} retry={reload} />}
      {error && isInline && (
        <p class="row inline-error quiet" role="status">
          <Icon of={CircleX} tone="bad" />
          {titleOf(error)}
          <Button look="small" onClick={reload}>
            Try again
          </Button>
        </p>
      )}
      {data !== undefined && isReady ? children(data) : (isLoading || !isReady) && (waiting ?? <Loading label={label} lines={lines} />)}
    </>
  );
}

/**
 * The result of the last change, and a function that sets it and reloads. Its element stays in the document, so that screen readers
 * announce it.
 */
export function useAnnouncement(reload: () => void) {
  const [text, setText] = useState('');
  const announce = (next: string) => {
    setText(next);
    reload();
  };
  const announcement = (
    <p class="announcement" role="status" aria-live="polite">
      {text}
    </p>
  );
  return { announcement, announce };
}
