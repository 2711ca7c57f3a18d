import { Empty } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';

/** What is said where the address leads nowhere. */
export function NowhereToBe() {
  return (
    <Page title="Nothing is here">
      <Empty title="This address leads nowhere">
        <p>Take another way from the menu.</p>
      </Empty>
    </Page>
  );
}
