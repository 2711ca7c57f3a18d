import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { answerOf } from '../api.ts';
import { Field } from '../components/fields.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Table } from '../components/list.tsx';
import { Page } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { counted } from '../numbers.ts';
import { holds } from '../session.ts';
import { useAction, useAnswer } from '../use-answer.ts';
import { useOperator } from '../views.ts';

function NewAgencyDialog({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const { api } = useOperator();
  const [name, setName] = useState('');
  const action = useAction();
  const create = async () => onCreated((await answerOf(api.POST('/operator/v1/agencies', { body: { name } }))).id);
  return (
    <FormDialog title="Add an agency" submit="Add agency" action={action} work={create} onClose={onClose}>
      <Field label="Name">
        {(ids) => <input {...ids} required maxLength={200} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />}
      </Field>
    </FormDialog>
  );
}

/** All agencies of the installation. */
export function AgenciesPage() {
  const { api, session } = useOperator();
  const [, navigate] = useLocation();
  const [sought, setSought] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const agencies = useAnswer(() => answerOf(api.GET('/operator/v1/agencies')), [api]);
  const add = holds(session, 'all') && (
    <button type="button" class="button primary" onClick={() => setIsAdding(true)}>
      Add agency
    </button>
  );
  return (
    <Page title="Agencies" actions={add}>
      <Answer of={agencies}>
        {({ data }) => {
          if (data.length === 0) {
            return (
              <Empty title="No agencies yet">
                <p>An agency has creators, keys and webhook endpoints. Add the first one to get started.</p>
              </Empty>
            );
          }
          const text = sought.trim().toLowerCase();
          const found = data.filter(({ id, name }) => name.toLowerCase().includes(text) || id.startsWith(text));
          return (
            <>
              <div class="filters" role="search">
                <Field label="Search by name or id">
                  {(ids) => <input {...ids} type="search" value={sought} onInput={({ currentTarget }) => setSought(currentTarget.value)} />}
                </Field>
                <p class="quiet found" role="status">
                  {counted(found.length, 'agency', 'agencies')}
                </p>
              </div>
              {found.length === 0 ? (
                <Empty title="No matching agencies" />
              ) : (
                <Table label="Agencies" head={['Name', 'Made', 'Id']}>
                  {found.map(({ id, name, created_at: at }) => (
                    <tr key={id}>
                      <td>
                        <Link href={`/agencies/${id}`}>{name}</Link>
                      </td>
                      <td>
                        <Time at={at} />
                      </td>
                      <td>
                        <code>{id}</code>
                      </td>
                    </tr>
                  ))}
                </Table>
              )}
            </>
          );
        }}
      </Answer>
      {isAdding && <NewAgencyDialog onClose={() => setIsAdding(false)} onCreated={(id) => navigate(`/agencies/${id}`)} />}
    </Page>
  );
}
