import { eventCatalogue } from 'built:event-catalogue';
import { Table } from '../components/list.tsx';
import { Disclosure, Page, Section } from '../components/page.tsx';
import { Json } from '../components/values.tsx';

/** What a receiver may get: the events of the contract with their members and samples. */
export const EventCatalogue = () => (
  <Page title="Event types">
    {eventCatalogue.map(({ type, description, members, sample }) => (
      <Section key={type} title={type}>
        <p>{description}</p>
        <Disclosure title="Show the members">
          <Table
            label={`Members of ${type}`}
            rows={members}
            columns={[
              ['Member', ([name]) => <code>{name}</code>, 'header'],
              ['Type', ([, kind]) => kind],
              ['Meaning', ([, , meaning]) => meaning, 'long'],
            ]}
          />
        </Disclosure>
        <Disclosure title="Show a sample">
          <Json label={`Sample of ${type}`} value={sample} />
        </Disclosure>
      </Section>
    ))}
  </Page>
);
