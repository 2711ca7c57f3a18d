import { Empty } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';

/** What is said where the address leads nowhere. */
export function NowhereToBe() {
  return (
    <Page title="Page not found">
      <Empty title="There is no page at this address" text="Choose a page from the menu." />
    </Page>
  );
}
