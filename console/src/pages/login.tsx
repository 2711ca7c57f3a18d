import { KeyRound, ListChecks, Send, ShieldCheck, type IconNode } from 'lucide';
import { useState } from 'preact/hooks';
import { Form } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/fields.tsx';
import { ProblemBox } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { Shell } from '../components/shell.tsx';
import type { Door } from '../door.ts';
import { openSession, type OperatorSession } from '../session.ts';
import { useAction } from '../use-answer.ts';

const uses: readonly (readonly [IconNode, string])[] = [
  [Send, 'Follow an order from its ingestion to each endpoint, and send it again.'],
  [ListChecks, 'See which receivers fail, since when and why.'],
  [KeyRound, 'Create keys and portal links, and revoke them.'],
  [ShieldCheck, 'Contain an agency whose key has leaked.'],
];

/** Gives an operator's token for a session. The token is not kept. */
export function LoginPage({ door, isOver, onSession }: { door: Door; isOver: boolean; onSession(session: OperatorSession): void }) {
  const [token, setToken] = useState('');
  const { isBusy, refusal, run } = useAction();
  const logIn = async () => onSession(await openSession(door, token.trim()));
  return (
    <Shell name="Console">
      <main id="content" tabIndex={-1} class="gate">
        <div class="gate-about">
          <p class="gate-title">Every event, from its record to its receiver.</p>
          <ul>
            {uses.map(([icon, text]) => (
              <li key={text}>
                <Icon of={icon} />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </div>
        <div class="gate-form">
          <Page title="Log in">
            {isOver && <p class="notice warning">Your session has ended. Log in again.</p>}
            <Form class="form" onSubmit={() => void run(logIn)}>
              {refusal && <ProblemBox refusal={refusal} />}
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
