import { KeyRound, ListChecks, Send, ShieldCheck, type IconNode } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Form, TextField } from '../components/fields.tsx';
import { ErrorBox } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { Shell } from '../components/shell.tsx';
import type { Mode } from '../mode.ts';
import { openSession, type OperatorSession } from '../session.ts';
import { useAction } from '../use-query.ts';

const uses: readonly (readonly [IconNode, string])[] = [
  [Send, 'Follow an order from its ingestion to each endpoint, and send it again.'],
  [ListChecks, 'See which receivers fail, since when and why.'],
  [KeyRound, 'Create keys and portal links, and revoke them.'],
  [ShieldCheck, 'Contain an agency whose key has leaked.'],
];

/** Exchanges an operator's token for a session. The token is not stored. */
export function LoginPage({ mode, isExpired, onSession }: { mode: Mode; isExpired: boolean; onSession(session: OperatorSession): void }) {
  const [token, setToken] = useState('');
  const { isBusy, error, run } = useAction();
  const logIn = async () => onSession(await openSession(mode, token.trim()));
  return (
    <Shell name="Console">
      <main id="content" tabIndex={-1} class="login">
        <div class="login-about">
          <p class="login-title">Every event, from its record to its receiver.</p>
          <ul>
            {uses.map(([icon, text]) => (
              <li key={text}>
                <Icon of={icon} />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </div>
        <div class="login-form">
          <Page title="Log in">
            {isExpired && <p class="notice warning">Your session has ended. Log in again.</p>}
            <Form class="form" onSubmit={() => void run(logIn)}>
              {error && <ErrorBox error={error} />}
              <TextField
                label="Operator token"
                hint="The token that the service was started with, or a named operator token."
                type="password"
                autocomplete="current-password"
                required
                value={token}
                onChange={setToken}
              />
              <Button type="submit" look="primary" disabled={isBusy}>
                Log in
              </Button>
            </Form>
          </Page>
        </div>
      </main>
    </Shell>
  );
}
