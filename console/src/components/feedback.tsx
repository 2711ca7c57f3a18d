import type { ComponentChildren } from 'preact';
import type { Refusal } from '../refusal.ts';
import type { Loaded } from '../use-answer.ts';

/** What went wrong: the problem's title and detail, what was not valid, and by which id support finds the request. */
export function ProblemBox({ refusal, retry }: { refusal: Refusal; retry?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p class="notice-title">{refusal.title}</p>
      {refusal.detail !== '' && <p>{refusal.detail}</p>}
      {refusal.mismatches.length > 0 && (
        <ul>
          {refusal.mismatches.map(({ path, message }) => (
            <li key={path + message}>
              {path !== '' && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {refusal.requestId !== null && (
        <p class="quiet small">
          Request <code>{refusal.requestId}</code>
        </p>
      )}
      {retry && (
        <p>
          <button type="button" class="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

/** A list without items says why that is, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <div>{children}</div>}
    </div>
  );
}

export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{label}…</span>
    </div>
  );
}

interface AnswerProps<Data> {
  readonly of: Loaded<Data>;
  readonly label?: string;
  children(data: Data): ComponentChildren;
}

/** Shows an answer, a spinner until it arrives, or the reason of a refusal. The previous answer stays visible meanwhile. */
export function Answer<Data>({ of: { data, refusal, isLoading, reload }, label, children }: AnswerProps<Data>) {
  return (
    <>
      {refusal && <ProblemBox refusal={refusal} retry={reload} />}
      {data !== undefined ? children(data) : isLoading && <Loading {...(label === undefined ? {} : { label })} />}
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
